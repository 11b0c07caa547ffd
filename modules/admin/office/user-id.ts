/** Parses a user id. A malformed id gets the same response as an unknown one. */
import { isUuid } from "#platform";
import { adminRefusals } from "./refusals.ts";

/** Returns the id in lower case. Throws 404 `user_not_found`. */
export function asUserId(text: string): string {
  if (!isUuid(text)) throw adminRefusals.user_not_found();
  return text.toLowerCase();
}
