/** Addresses that people sign in with. */
import { isNoAddress } from "./no-address.ts";

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const EMAIL_CHARACTERS_MAX = 255;

/** In lower case, without spaces around it; undefined for what is no whole address. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  const isWhole = email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email);
  return isWhole && !isNoAddress(email) ? email : undefined;
}
