import type { Engine } from '../../core/protocol/engine';
import type { SliceFacts } from '../../core/slice/complete';

/** What the store knows by name, for completing a filter. */
export async function readSliceFacts(engine: Engine): Promise<SliceFacts> {
  const [labels, sources, models, attributes] = await Promise.all([
    engine.call('label.list', {}),
    engine.call('source.list', {}),
    engine.call('trace.groups', { by: 'model' }),
    engine.call('attribute.list', {}),
  ]);
  return {
    labels: labels.map(({ label }) => label),
    sources: sources.map(({ source }) => source),
    models: models.map(({ key }) => key).filter((key) => key !== ''),
    reviewers: [],
    attributes: Object.fromEntries(attributes.map(({ key, values }) => [key, Object.keys(values)])),
  };
}
