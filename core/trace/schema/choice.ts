import { misfit, type CallMisfit, type Place } from './misfit';

type Branch = readonly CallMisfit[];

/**
 * What to say when a value fits none of several forms: the faults of the form it was meant to have, where that can be
 * told, or what all of them would take.
 */
export function closest(branches: readonly Branch[], at: Place): readonly CallMisfit[] {
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  const depth = at.path.length;
  const isOtherKind = (one: CallMisfit): boolean =>
    one.path.length === depth && (one.kind === 'type' || one.kind === 'value' || one.kind === 'unknown');
  const meant = branches.filter((branch) => !branch.some(isOtherKind));
  if (meant.length === 0) return [joined(branches, at) ?? misfit(at, 'choice')];
  if (meant.length === 1) return meant[0] ?? [];
  // Forms told apart by the value of one key.
  const named = meant.filter((branch) => !branch.some((one) => one.kind === 'value' && one.path.length === depth + 1));
  if (named.length === 1) return named[0] ?? [];
  const told = named.length === 0 ? joined(meant, at) : undefined;
  return [told ?? eitherOf(meant, at) ?? misfit(at, 'choice')];
}

/** The first fault of the same kind in the same place that every branch has, with what any of them would take. */
function joined(branches: readonly Branch[], at: Place): CallMisfit | undefined {
  const [first = []] = branches;
  for (const { kind, path, where } of first) {
    if (kind !== 'type' && kind !== 'value') continue;
    const same = branches.map((branch) => branch.find((one) => one.kind === kind && one.where === where));
    const wanted = same.flatMap((one) => (one ? [one.wanted] : []));
    if (wanted.length === branches.length) return misfit({ ...at, path }, kind, [...new Set(wanted)].join(', '));
  }
  return undefined;
}

/** Forms of which each only asks for keys that are not there. */
function eitherOf(branches: readonly Branch[], at: Place): CallMisfit | undefined {
  if (!branches.every((branch) => branch.every((one) => one.kind === 'missing'))) return undefined;
  return misfit(at, 'either', branches.map((branch) => branch.map(({ where }) => where).join(' + ')).join(', '));
}
