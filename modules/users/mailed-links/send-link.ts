/**
 * Issues a link with its code. Writes the message in the same transaction, so that every mailed
 * link is stored.
 */
import { deliver } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { JsonObject, UserRow } from "../people/users-table.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { mailedLink } from "./mailed-link.ts";
import { issueOneTimeToken, type IssuedToken } from "./one-time-tokens-table.ts";

export type LinkType = "recovery" | "magiclink" | "signup" | "invite";

export interface LinkRequest {
  readonly user: Pick<UserRow, "email" | "id">;
  readonly type: LinkType;
  readonly redirectTo: string | undefined;
  readonly challenge?: CodeChallenge | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly passwordHash?: string | undefined;
  readonly now: Date;
}

const TEMPLATES = {
  recovery: "recovery_link",
  magiclink: "magic_link",
  signup: "confirmation_link",
  invite: "invitation_link",
} as const;

/** Columns with the time of the newest message, by message type. */
const SENT_AT = {
  recovery: "recovery_sent_at",
  magiclink: "recovery_sent_at",
  signup: "confirmation_sent_at",
  invite: "confirmation_sent_at",
} as const;

const MINUTE_MS = 60_000;

export type IssuedLink = IssuedToken & { readonly link: string };

/**
 * Issues the link and writes the message. Publishes no event. The caller must notify the mailbox
 * after the commit.
 */
export async function sendLink(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "limits" | "redirectAllowList" | "siteUrl">,
  request: LinkRequest,
): Promise<void> {
  const { user, type, now } = request;
  const { link, code } = await issueLink(tx, deps, request);
  const values = { link, code, minutes: String(deps.limits.recoveryLinkMinutes) };
  await deliver(tx, { userId: user.id, template: TEMPLATES[type], values, now });
}

/** Issues a link without a message, for an operator's program that delivers the link itself. */
export async function issueLink(
  tx: DatabaseTransaction,
  deps: Pick<UsersDeps, "limits" | "redirectAllowList" | "siteUrl">,
  { user, type, redirectTo, challenge, metadata, passwordHash, now }: LinkRequest,
): Promise<IssuedLink> {
  const { id: userId, email } = user;
  const expiresAt = new Date(now.getTime() + deps.limits.recoveryLinkMinutes * MINUTE_MS);
  const newToken = { userId, email, type, challenge, metadata, passwordHash, expiresAt, now };
  const issued = await issueOneTimeToken(tx, newToken);
  await tx.query(`update users_users set ${SENT_AT[type]} = $2 where id = $1`, [userId, now]);
  return { ...issued, link: mailedLink(deps, { token: issued.token, type, redirectTo }) };
}
