/**
 * Password rules, shared by form and server. Only the server has the list of common passwords.
 * Certain kinds of characters are not required, because length matters more. This file imports no
 * schema library, because the browser loads it and should not load the library.
 */
import { passwordLimits } from "./limits.ts";

const SITE_NAME = "hashfloor";
const NAME_PART_MIN = 4;
/** A name surrounded by up to this many digits or signs is still easy to guess. */
const AROUND_MAX = 4;

/**
 * Texts with more UTF-16 units than this are not normalised. NFKC merges at most four characters
 * into one, so such a text would still be too long.
 */
const NORMALIZED_UNITS_MAX = 8 * passwordLimits.max;

/**
 * Returns the normalised form that is compared and hashed, because the same password can consist of
 * different code points if it is typed on a different keyboard (RFC 8265 uses NFC, NIST asks for
 * NFKC). Texts that are too long for a password are returned unchanged, because normalising takes
 * quadratic time.
 */
export function normalPassword(password: string): string {
  return password.length > NORMALIZED_UNITS_MAX ? password : password.normalize("NFKC");
}

/**
 * Returns the number of code points after NFKC normalisation. An emoji counts as one code point.
 */
export function passwordLength(password: string): number {
  return Array.from(normalPassword(password)).length;
}

export function isLongEnough(password: string): boolean {
  return passwordLength(password) >= passwordLimits.min;
}

export function isShortEnough(password: string): boolean {
  return passwordLength(password) <= passwordLimits.max;
}

export function isOneCharacter(password: string): boolean {
  return /^(.)\1*$/su.test(normalPassword(password).toLowerCase());
}

/**
 * Returns true if the password consists of the e-mail address, the name before its `@`, a longer
 * part of that name, or the site's name. The name may be repeated or surrounded by a few digits and
 * signs.
 */
export function isMadeOfNames(password: string, email: string): boolean {
  const lower = normalPassword(password).toLowerCase();
  const address = email.trim().toLowerCase();
  const [name = ""] = address.split("@");
  const parts = name.split(/[^\p{L}\d]+/u).filter((part) => part.length >= NAME_PART_MIN);
  return [address, name, ...parts, SITE_NAME].some((word) => word !== "" && isOnly(lower, word));
}

function isOnly(password: string, word: string): boolean {
  const rest = password.replaceAll(word, "");
  return rest.length < password.length && !/\p{L}/u.test(rest) && rest.length <= AROUND_MAX;
}
