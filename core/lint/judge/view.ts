import type { Context } from '../context';
import { isDisturbed } from '../parts';
import type { Span } from '../span';
import { hasTypo } from '../unknown-keys';
import { entryOf, itemsOf, numberOf, resolved, textOf, valueOf, type YamlMap } from '../yaml/tree';
import { stepOf } from '../../judge/scale';
import { dimensionKeys } from '../../judge/schema';

/** The numbers a judge may give. `step` undefined: any number between. */
export interface ScaleView {
  readonly min: number;
  readonly max: number;
  readonly step: number | undefined;
  readonly name: 'boolean' | 'unit' | 'steps';
  /** Not written: 0 to 1 is assumed. */
  readonly assumed: boolean;
}

/** One dimension as written, whether or not it is in order. */
export interface DimensionView {
  readonly map: YamlMap;
  readonly key: string | undefined;
  readonly description: string | undefined;
  /** Absent when what is written is no scale. */
  readonly scale: ScaleView | undefined;
  /** Some key is misspelt or being typed: then nothing is said to be missing. */
  readonly typo: boolean;
  readonly place: Span;
}

const views = new WeakMap<Context, readonly DimensionView[]>();

export function dimensionsOf(context: Context): readonly DimensionView[] {
  const known = views.get(context);
  if (known) return known;
  const made = itemsOf(valueOf(context.map, 'dimensions')).flatMap((item, index, items) => {
    const map = resolved(item);
    return map?.kind === 'map' ? [viewOf(map, isDisturbed(context, item, items[index + 1]))] : [];
  });
  views.set(context, made);
  return made;
}

function viewOf(map: YamlMap, disturbed: boolean): DimensionView {
  return {
    map,
    key: textOf(valueOf(map, 'key')),
    description: textOf(valueOf(map, 'description')),
    scale: scaleOf(map),
    typo: disturbed || hasTypo(map, dimensionKeys),
    place: entryOf(map, 'key')?.span ?? map.entries[0]?.key.span ?? map.span,
  };
}

const unit = { min: 0, max: 1, step: undefined, name: 'unit' } as const;

function scaleOf(map: YamlMap): ScaleView | undefined {
  const entry = entryOf(map, 'scale');
  if (!entry) return { ...unit, assumed: true };
  const name = textOf(entry.value);
  if (name === 'unit') return { ...unit, assumed: false };
  if (name === 'boolean') return { min: 0, max: 1, step: 1, name: 'boolean', assumed: false };
  const [min, max] = [numberOf(valueOf(entry.value, 'min')), numberOf(valueOf(entry.value, 'max'))];
  if (min === undefined || max === undefined || !Number.isFinite(min) || !Number.isFinite(max) || min >= max) return undefined;
  const step = stepOf({ min, max, step: numberOf(valueOf(entry.value, 'step')) });
  return { min, max, step, name: 'steps', assumed: false };
}

/** How many scores a scale has; infinite for a continuous one. */
export function stepsOf({ min, max, step }: ScaleView): number {
  return step === undefined || step <= 0 ? Infinity : Math.round((max - min) / step) + 1;
}

export function isOnStep({ min, step }: ScaleView, value: number): boolean {
  if (step === undefined) return true;
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}

export function nameOf(scale: ScaleView): string {
  return scale.name === 'boolean' ? 'yes or no' : `${scale.min} to ${scale.max}`;
}
