/**
 * Checks the session before an enrolment. If the account has two-factor authentication, a
 * password-only session can neither start nor finish another enrolment.
 */
import type { Queryable } from "#platform";
import { hasSecondFactor } from "../people/account-states-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { SessionRow } from "../sessions/sessions-table.ts";

/**
 * Throws 403 insufficient_aal if the session used only the password although the account has a
 * second factor.
 */
export async function requireSecondFactor(
  queryable: Queryable,
  { user_id: userId, aal }: Pick<SessionRow, "aal" | "user_id">,
): Promise<void> {
  if (aal !== "aal2" && (await hasSecondFactor(queryable, userId)))
    throw new SignInRefusal("insufficient_aal", {
      status: 403,
      text: "AAL2 required to enroll a new factor",
    });
}
