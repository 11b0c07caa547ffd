/**
 * Parses the cursor of a list that is ordered by the last message. The cursor contains the time and
 * id of the last item.
 */
import { supportRefusals } from "./refusals.ts";

const CURSOR = /^(\d{4}-[\dT:.-]+Z)_((cht|tkt)_[0-9a-f]{32})$/;

/**
 * Parses the cursor. `kinds` are the id prefixes of the listed items. Throws 400 for a malformed
 * cursor.
 */
export function beforeOf(cursor: string | undefined, kinds: readonly string[]) {
  if (cursor === undefined) return undefined;
  const [, at = "", id = "", kind = ""] = CURSOR.exec(cursor) ?? [];
  const updatedAt = new Date(at);
  if (Number.isNaN(updatedAt.getTime()) || !kinds.includes(kind))
    throw supportRefusals.bad_cursor();
  return { updatedAt, id };
}
