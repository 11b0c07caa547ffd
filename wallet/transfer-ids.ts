/** Ledger transfers of the wallet are named after what they are for, so that repeating a step posts nothing twice. */
import { derivedUuid } from "#platform";

/** `id` is one of ours, `wdr_` or `dep_` and 32 hex digits of a uuid version 7. */
export function legId(id: string, ...parts: readonly string[]): string {
  return derivedUuid(id.slice(id.indexOf("_") + 1), ...parts);
}
