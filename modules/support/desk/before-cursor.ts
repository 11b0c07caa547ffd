/**
 * Parses the cursor of a list that is sorted by last message. The cursor contains the last item's
 * time and id.
 */
import { supportRefusals } from "./refusals.ts";

const CURSOR = /^(\d{4}-[\dT:.-]+Z)_((cht|tkt)_[0-9a-f]{32})$/;

/**
 * Parses the cursor. `kinds` contains the allowed id prefixes. Throws 400 for a malformed cursor.
 */
export function beforeOf(cursor: string | undefined, kinds: readonly string[]) {
  if (cursor === undefined) return undefined;
  const [, at = "", id = "", kind = ""] = CURSOR.exec(cursor) ?? [];
  const updatedAt = new Date(at);
  if (Number.isNaN(updatedAt.getTime()) || !kinds.includes(kind))
    throw supportRefusals.bad_cursor();
  return { updatedAt, id };
}
