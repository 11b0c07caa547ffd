/**
 * The reference values that contracts name. They never change and all contracts of a time name the
 * same, so a process reads them once.
 */
import type { Queryable } from "#platform";
import { allReferenceValues, type ReferenceValues } from "#treasury";

const knownOf = new WeakMap<Queryable, readonly ReferenceValues[]>();

/** These ones, and others beside them. */
export async function referencesOf(
  queryable: Queryable,
  ids: readonly string[],
): Promise<readonly ReferenceValues[]> {
  const known = knownOf.get(queryable) ?? [];
  if (ids.every((id) => known.some((one) => one.id === id))) return known;
  const all = await allReferenceValues(queryable);
  knownOf.set(queryable, all);
  return all;
}
