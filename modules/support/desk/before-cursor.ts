/** The cursor of a list by when its items were last written in: the time of its last, and which. */
import { supportRefusals } from "./refusals.ts";

const CURSOR = /^(\d{4}-[\dT:.-]+Z)_((cht|tkt)_[0-9a-f]{32})$/;

/** `kinds`: of what is listed. Throws 400 for what is no cursor of such a list. */
export function beforeOf(cursor: string | undefined, kinds: readonly string[]) {
  if (cursor === undefined) return undefined;
  const [, at = "", id = "", kind = ""] = CURSOR.exec(cursor) ?? [];
  const updatedAt = new Date(at);
  if (Number.isNaN(updatedAt.getTime()) || !kinds.includes(kind))
    throw supportRefusals.bad_cursor();
  return { updatedAt, id };
}
