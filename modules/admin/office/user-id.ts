/** An id that could not be one answers like one that nobody has. */
import { isUuid } from "#platform";
import { adminRefusals } from "./refusals.ts";

/** In lower case. Throws 404 `user_not_found`. */
export function asUserId(text: string): string {
  if (!isUuid(text)) throw adminRefusals.user_not_found();
  return text.toLowerCase();
}
