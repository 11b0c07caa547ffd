/**
 * Password rules: a password must be long enough and must not be easy to guess for this user and
 * site.
 */
import { passwordLimits } from "#api/limits";
import { isLongEnough, isMadeOfNames, isOneCharacter, isShortEnough } from "#api/password-rules";
import { isCommonPassword } from "./common-passwords.ts";

export interface PasswordFault {
  /** Reason code of Supabase Auth. */
  readonly reason: "length" | "characters" | "pwned";
  readonly message: string;
}

/**
 * Returns the fault, or undefined if the password is accepted. Passwords are never truncated, and
 * no character classes are required.
 */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const { min, max } = passwordLimits;
  if (!isLongEnough(password))
    return { reason: "length", message: `Password should be at least ${min} characters.` };
  if (!isShortEnough(password))
    return { reason: "length", message: `Password should be at most ${max} characters.` };
  if (isOneCharacter(password))
    return {
      reason: "characters",
      message: "Password must not be a single repeated character.",
    };
  if (isMadeOfNames(password, email))
    return {
      reason: "characters",
      message: "Password must not be your e-mail address or the name of this site.",
    };
  if (isCommonPassword(password))
    return {
      reason: "pwned",
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    };
  return undefined;
}
