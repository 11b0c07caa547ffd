/**
 * Records that the old or the new address has confirmed an address change. The first confirmation
 * is only stored. The second one changes the sign-in and message address, notifies the old address,
 * and invalidates the links mailed to it. If the user had no address before, one confirmation is
 * enough.
 */
import { changeAddress, deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { findUserByEmail, saveNewEmail, type UserRow } from "../people/users-table.ts";
import { makeAccount } from "./make-account.ts";
import { saveConfirmation, type Side } from "./email-change-table.ts";
import { dropOneTimeTokens } from "./one-time-tokens-table.ts";

export const SIDE_BITS: Readonly<Record<Side, number>> = {
  email_change_current: 1,
  email_change_new: 2,
};
const BOTH = SIDE_BITS.email_change_current | SIDE_BITS.email_change_new;

/**
 * Records the confirmation. Requires the lock on `user`. Returns the changed user, "first" after
 * the first of two confirmations, or the reason for a refusal.
 */
export async function confirmEmailChange(
  tx: DatabaseTransaction,
  site: Pick<UsersDeps, "mailLeaves" | "siteUrl">,
  confirmation: { user: UserRow; side: Side; visitor: Visitor; now: Date },
): Promise<UserRow | "first" | { readonly refused: "email_exists" | "otp_expired" }> {
  const { user, side, visitor, now } = confirmation;
  const { id: userId, email: oldEmail, email_change: newEmail } = user;
  if (newEmail === null) return { refused: "otp_expired" };
  const isTaken = Boolean(await findUserByEmail(tx, newEmail));
  if (user.is_anonymous)
    return isTaken
      ? { refused: "email_exists" }
      : makeAccount(tx, site, { userId, email: newEmail, now });
  const status = user.email_change_confirm_status | SIDE_BITS[side];
  if (status !== BOTH) {
    await saveConfirmation(tx, { userId, status, now });
    return "first";
  }
  if (isTaken) return { refused: "email_exists" };
  const changed = await saveNewEmail(tx, { userId, newEmail, now });
  await dropOneTimeTokens(tx, userId);
  const values = { oldEmail, newEmail, at: now.toISOString(), ip: visitor.ip };
  await deliver(tx, { userId, template: "email_changed", to: oldEmail, values, now });
  await changeAddress(tx, { userId, email: newEmail });
  return changed;
}
