/** Normalises e-mail addresses for sign-in. */
import { isNoAddress } from "./no-address.ts";

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const EMAIL_CHARACTERS_MAX = 255;

/**
 * Returns the address trimmed and in lower case, or undefined if the text is not a complete
 * address.
 */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  const isWhole = email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email);
  return isWhole && !isNoAddress(email) ? email : undefined;
}
