/**
 * What a password must not be, the same in the form and on the server; the list of common passwords
 * is the server's alone. No rule about kinds of characters: length is what counts. No schema
 * library here: the browser loads this.
 */
import { passwordLimits } from "./limits.ts";

const SITE_NAME = "hashfloor";
const NAME_PART_MIN = 4;
/** Digits and signs around a name that make it no harder to guess. */
const AROUND_MAX = 4;

/** NFKC makes at most four characters into one, so what is longer stays too long. */
const NORMALIZED_UNITS_MAX = 8 * passwordLimits.max;

/**
 * As it is compared and hashed: the same password typed on another keyboard arrives as other code
 * points (RFC 8265 uses NFC, NIST asks for NFKC). A text that cannot be a password stays as it is,
 * because normalising takes quadratic time.
 */
export function normalPassword(password: string): string {
  return password.length > NORMALIZED_UNITS_MAX ? password : password.normalize("NFKC");
}

/** Code points after NFKC: an emoji counts as one. */
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
 * The address, the name before its `@` or a longer part of that, or the site: alone, repeated, or
 * with a few signs around.
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
