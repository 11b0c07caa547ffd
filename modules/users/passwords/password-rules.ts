/**
 * Which passwords are accepted: long enough, and not what anybody would try first for this person
 * and this site.
 */
import { passwordLimits } from "#api/limits";
import { isLongEnough, isMadeOfNames, isOneCharacter, isShortEnough } from "#api/password-rules";
import { isCommonPassword } from "./common-passwords.ts";

export interface PasswordFault {
  /** As Supabase Auth names them. */
  readonly reason: "length" | "characters" | "pwned";
  readonly message: string;
}

/**
 * Undefined when the password is accepted. Nothing is cut off, and no kinds of characters are asked
 * for.
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
      message: "Password must not be one character over and over.",
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
