/**
 * Changes a user's sign-in address. The change applies only after the old and the new address have
 * confirmed it, so that access to one mailbox is not enough to take over the account. With a mail
 * server, the response does not reveal whether the new address already has an account. Only an
 * e-mail to that address does.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findUserByEmail, type UserRow } from "../people/users-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { SIDE_BITS } from "./confirm-email-change.ts";
import { markSent, savePendingEmail, SIDES, type Side } from "./email-change-table.ts";
import { countMessage, limitMail, MAIL_HOUR_SECONDS, refuseMail } from "./mail-limit.ts";
import { mailedLink } from "./mailed-link.ts";
import { issueOneTimeToken } from "./one-time-tokens-table.ts";
import type { IssuedLink } from "./send-link.ts";

const MINUTE_MS = 60_000;

/**
 * Checks whether the address can be changed. Call this before the transaction. Throws
 * over_email_send_rate_limit and, without a mail server, email_exists.
 */
export async function requireChangeable(
  deps: UsersDeps,
  { user, newEmail }: { readonly user: UserRow; readonly newEmail: string },
): Promise<void> {
  if (!deps.mailLeaves && (await findUserByEmail(deps.database, newEmail)))
    throw new SignInRefusal("email_exists");
  const addresses = user.is_anonymous ? [newEmail] : [user.email, newEmail];
  for (const email of addresses) await limitMail(deps, { email, kind: "email_change" });
  for (const email of addresses)
    if (!(await countMessage(deps, { email, kind: "email_change" })))
      throw refuseMail(MAIL_HOUR_SECONDS);
}

interface Messages {
  readonly user: UserRow;
  readonly redirectTo: string | undefined;
  readonly challenge?: CodeChallenge | undefined;
  readonly now: Date;
}

export async function startEmailChange(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  { newEmail, ...messages }: Messages & { readonly newEmail: string },
): Promise<void> {
  const { user, now } = messages;
  await savePendingEmail(tx, { userId: user.id, newEmail, now });
  const pending = { ...user, email_change: newEmail, email_change_confirm_status: 0 };
  await sendEmailChangeMessages(tx, deps, { ...messages, user: pending });
}

export async function cancelEmailChange(
  tx: DatabaseTransaction,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await savePendingEmail(tx, { userId, newEmail: null, now });
}

/**
 * Sends a message to each address that has not confirmed yet. Does nothing without a pending
 * change.
 */
export async function sendEmailChangeMessages(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  messages: Messages,
): Promise<void> {
  const { user, now } = messages;
  const { id: userId, email: oldEmail, email_change: newEmail } = user;
  if (newEmail === null) return;
  await markSent(tx, { userId, now });
  const holder = await findUserByEmail(tx, newEmail);
  for (const side of SIDES) {
    if (user.is_anonymous && side === "email_change_current") continue;
    if ((user.email_change_confirm_status & SIDE_BITS[side]) !== 0) continue;
    if (holder && side === "email_change_new") {
      const values = { at: now.toISOString() };
      await deliver(tx, { userId: holder.id, template: "email_change_known", values, now });
      continue;
    }
    const { link, code } = await issueSideLink(tx, deps, { ...messages, side });
    const minutes = String(deps.limits.recoveryLinkMinutes);
    const values = { link, code, minutes, oldEmail, newEmail };
    if (user.is_anonymous) {
      const keeping = { link, code, minutes, newEmail };
      await deliver(tx, { userId, template: "keep_link", to: newEmail, values: keeping, now });
      continue;
    }
    const to = side === "email_change_current" ? oldEmail : newEmail;
    await deliver(tx, { userId, template: side, to, values, now });
  }
}

/** Issues the link for one of the two addresses of a pending change. */
export async function issueSideLink(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "limits" | "redirectAllowList" | "siteUrl">,
  { user, side, redirectTo, challenge, now }: Messages & { readonly side: Side },
): Promise<IssuedLink> {
  const email = side === "email_change_current" ? user.email : (user.email_change ?? user.email);
  const expiresAt = new Date(now.getTime() + deps.limits.recoveryLinkMinutes * MINUTE_MS);
  const token = { userId: user.id, email, type: side, challenge, expiresAt, now };
  const issued = await issueOneTimeToken(tx, token);
  const link = mailedLink(deps, { token: issued.token, type: "email_change", redirectTo });
  return { ...issued, link };
}
