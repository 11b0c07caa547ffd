/**
 * Creates a one-time link for setting a new password. An administrator passes it on to the user
 * after checking the user's identity. The link replaces only the password: two-factor
 * authentication is still required, and the new password locks withdrawals for a day.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { issueLink } from "../mailed-links/send-link.ts";
import type { UsersDeps } from "../deps/users-deps.ts";

export interface ResetLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** Creates the link and notifies the user. Requires the lock on the user's row. */
export async function makeResetLink(
  tx: DatabaseTransaction,
  { limits, siteUrl }: Pick<UsersDeps, "limits" | "siteUrl">,
  made: {
    readonly user: { readonly id: string; readonly email: string };
    /** How the administrator checked the user's identity. Users see this text. */
    readonly reason: string;
    readonly now: Date;
  },
): Promise<ResetLink> {
  const { user, reason, now } = made;
  const deps = { limits, siteUrl, redirectAllowList: [] };
  const request = { user, type: "recovery", redirectTo: undefined, now } as const;
  const { link } = await issueLink(tx, deps, request);
  const minutes = limits.recoveryLinkMinutes;
  const what = `After a request for a new password, an administrator received a link to set it. The link works once, within ${minutes} minutes.`;
  const values = { what, reason, at: now.toISOString() };
  await deliver(tx, { userId: user.id, template: "account_changed", values, now });
  return { link, expiresAt: new Date(now.getTime() + minutes * 60_000) };
}
