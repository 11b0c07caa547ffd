/**
 * Names the orders and trades that a branch of a replay inherits: the id in the parent and a suffix
 * of the branch. Random draws and other values that are computed from an id ignore the suffix, so
 * an inherited order behaves in the branch as it does in the parent.
 */
const INHERITED = /^(fx[ot]_[0-9a-f]{32})(_[0-9a-f]{16})$/;

/** Returns the id without the suffix of a branch. */
export function originOf(id: string): string {
  return INHERITED.exec(id)?.[1] ?? id;
}

/** Returns the suffix of an inherited id with its separator, or an empty string. */
export function branchSuffixOf(id: string): string {
  return INHERITED.exec(id)?.[2] ?? "";
}
