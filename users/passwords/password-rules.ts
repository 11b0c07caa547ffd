/** Which passwords are accepted: long enough, and not what anybody would try first for this person and this site. */
import { passwordLimits } from "#api-schema/limits";

export interface PasswordFault {
  readonly reason: "length" | "characters";
  readonly message: string;
}

const SITE_NAME = "hashfloor";

/** Undefined when the password is accepted. Length counts code points after NFKC. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const normal = password.normalize("NFKC");
  const { length } = Array.from(normal);
  if (length < passwordLimits.min) {
    return {
      reason: "length",
      message: `Password should be at least ${passwordLimits.min} characters.`,
    };
  }
  if (length > passwordLimits.max) {
    return {
      reason: "length",
      message: `Password should be at most ${passwordLimits.max} characters.`,
    };
  }
  const guessable = [email, email.split("@")[0] ?? "", SITE_NAME];
  const lower = normal.toLowerCase();
  const isGuessable =
    guessable.some((word) => word !== "" && isOnly(lower, word)) || /^(.)\1*$/u.test(lower);
  return isGuessable
    ? {
        reason: "characters",
        message: "Password must not be your e-mail address or the name of this site.",
      }
    : undefined;
}

/** The word alone, repeated, or with digits and signs around it. */
function isOnly(password: string, word: string): boolean {
  const rest = password.replaceAll(word.toLowerCase(), "");
  return rest.length < password.length && !/\p{L}/u.test(rest) && rest.length <= 4;
}
