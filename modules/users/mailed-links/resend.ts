/**
 * Resends the newest message with a new link. The response does not reveal whether there was a
 * message to resend. If there was none, the request does not count against the owner's limits.
 */
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import { findUserByEmail, isBanned, lockUser, type UserRow } from "../people/users-table.ts";
import { sendEmailChangeMessages } from "./change-email.ts";
import { countMessage, limitMail } from "./mail-limit.ts";
import { soleGiven } from "./one-time-tokens-table.ts";
import { sendLink, type LinkRequest } from "./send-link.ts";

export type ResentMessage = keyof typeof KINDS;

/**
 * Requests the message. Returns the work to do after the response. Throws
 * over_email_send_rate_limit.
 */
export async function resend(
  deps: UsersDeps,
  request: {
    readonly type: ResentMessage;
    readonly email: string;
    readonly redirectTo: string | undefined;
  },
): Promise<() => Promise<void>> {
  const { type, email, redirectTo } = request;
  await limitMail(deps, { email, kind: KINDS[type] });
  return async () => {
    const now = deps.clock.now();
    const account = await findUserByEmail(deps.database, email);
    if (!account || isBanned(account, now)) return;
    for (const to of recipientsOf(account, type))
      if (!(await countMessage(deps, { email: to, kind: KINDS[type] }))) return;
    await deps.database.transaction(async (tx) => {
      const user = await lockUser(tx, account.id);
      if (user?.email !== email) return;
      if (type === "email_change")
        await sendEmailChangeMessages(tx, deps, { user, redirectTo, now });
      else if (!user.email_confirmed_at)
        await sendConfirmation(tx, deps, { user, redirectTo, now });
    });
    deps.bus.publish("me", { userId: account.id, what: "mailbox" });
  };
}

/**
 * Resends the confirmation of a sign-up. The newest sign-up may be a stranger's. If sign-ups chose
 * different passwords, the link only confirms the address and lets the reader choose a new
 * password.
 */
async function sendConfirmation(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  request: Pick<LinkRequest, "now" | "redirectTo"> & { readonly user: UserRow },
): Promise<void> {
  const values = await soleGiven(tx, request.user, "signup");
  await sendLink(
    tx,
    deps,
    values ? { ...request, ...values, type: "signup" } : { ...request, type: "recovery" },
  );
}

const KINDS = { signup: "signup", email_change: "email_change_again" } as const;

/** Returns the recipients of the resent messages. Empty if there is nothing to confirm. */
function recipientsOf(user: UserRow, type: ResentMessage): readonly string[] {
  const { email, email_change: newEmail, email_confirmed_at: confirmedAt } = user;
  if (type === "signup") return confirmedAt ? [] : [email];
  return newEmail === null ? [] : [email, newEmail];
}
