/** An id that could not be one answers like one that nobody has. */
import { adminRefusals } from "./refusals.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** In lower case. Throws 404 `user_not_found`. */
export function asUserId(text: string): string {
  if (!UUID.test(text)) throw adminRefusals.user_not_found();
  return text.toLowerCase();
}
