/**
 * A one-time link to set a new password. An administrator hands it over after checking the user's
 * identity. It proves one factor only: a second factor is still required, and the new password
 * locks withdrawals for a day.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { issueLink } from "../mailed-links/send-link.ts";
import type { UsersDeps } from "../deps/users-deps.ts";

export interface ResetLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** Needs the user's row locked. Writes a message to the user about the link. */
export async function makeResetLink(
  tx: DatabaseTransaction,
  { limits, siteUrl }: Pick<UsersDeps, "limits" | "siteUrl">,
  made: {
    readonly user: { readonly id: string; readonly email: string };
    /** How the administrator checked the user's identity. Shown to the user. */
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
