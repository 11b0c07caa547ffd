/**
 * Rules for passwords, shared by form and server. The list of common passwords is only on the
 * server. There are no rules about kinds of characters, because length matters more. Imports no
 * schema library, because the browser loads this file.
 */
import { passwordLimits } from "./limits.ts";

const SITE_NAME = "hashfloor";
const NAME_PART_MIN = 4;
/** Maximum number of digits and signs around a name that leave it easy to guess. */
const AROUND_MAX = 4;

/** NFKC merges at most four characters into one, so longer texts remain too long. */
const NORMALIZED_UNITS_MAX = 8 * passwordLimits.max;

/**
 * The form that is compared and hashed. The same password typed on another keyboard can consist of
 * other code points (RFC 8265 uses NFC, NIST asks for NFKC). Texts that are too long for a password
 * are returned unchanged, because normalising takes quadratic time.
 */
export function normalPassword(password: string): string {
  return password.length > NORMALIZED_UNITS_MAX ? password : password.normalize("NFKC");
}

/** Number of code points after NFKC. An emoji counts as one. */
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
 * Returns true for the e-mail address, the name before its `@`, a longer part of that name, or the
 * name of the site. They may be repeated or surrounded by a few signs.
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
