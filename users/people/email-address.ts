/** Addresses that people sign in with. */

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
const EMAIL_CHARACTERS_MAX = 255;

/** In lower case, without spaces around it; undefined for what is no whole address. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(email) ? email : undefined;
}
