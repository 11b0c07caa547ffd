/**
 * Returns the place of an IP address, derived from the address alone. A lookup service would
 * receive our users' addresses, so none is used.
 */
import { placeTexts as texts } from "./strings.ts";

const HERE = /^(?:127\.|::1$|::ffff:127\.)/i;
/** Private and link-local ranges: RFC 1918, RFC 3927, RFC 4193, RFC 4291. */
const LOCAL =
  /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/i;

export function placeText(ip: string): string {
  if (HERE.test(ip)) return texts.here;
  return LOCAL.test(ip) ? texts.local : texts.unknown;
}
