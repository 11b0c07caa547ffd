/**
 * Creates a link that the operator delivers, or sends an invitation. Creates an account if the user
 * is new.
 */
import type { DatabaseTransaction } from "#platform";
import { issueSideLink } from "../mailed-links/change-email.ts";
import { savePendingEmail, type Side } from "../mailed-links/email-change-table.ts";
import { issueLink, sendLink, type IssuedLink, type LinkType } from "../mailed-links/send-link.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { createUser } from "../people/create-user.ts";
import { addUserMetadata } from "../people/metadata.ts";
import {
  findUserByEmail,
  findUserById,
  type JsonObject,
  type UserRow,
} from "../people/users-table.ts";
import { userRefusals } from "../rules/refusals.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { recordByKey } from "./service-key.ts";
import { markInvited } from "./users-by-key-table.ts";

export interface HandedOutLinkRequest {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly metadata: JsonObject;
  readonly redirectTo: string | undefined;
  readonly link: { readonly type: LinkType } | { readonly type: Side; readonly newEmail: string };
  readonly now: Date;
}

/** Creates the link. Throws email_exists, 404 `user_not_found` or 422 `metadata_too_long`. */
export async function handOutLink(
  deps: UsersDeps,
  { link, redirectTo, ...account }: HandedOutLinkRequest,
): Promise<{ readonly user: UserRow; readonly issued: IssuedLink }> {
  const { type } = link;
  const { now } = account;
  const made = await deps.database.transaction(async (tx) => {
    const { holder: user, action } = await accountFor(tx, deps, { ...account, type });
    const issued =
      "newEmail" in link
        ? await linkOfSide(tx, deps, { ...link, user, redirectTo, now })
        : await issueLink(tx, deps, { ...link, user, redirectTo, now });
    await record(tx, { holder: user, action, type, now });
    return { user: (await findUserById(tx, user.id)) ?? user, issued };
  });
  publishChange(deps, { userId: made.user.id });
  return made;
}

/**
 * Creates the link for one of the two addresses of a change. The other address's link stays valid.
 */
async function linkOfSide(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  change: {
    readonly user: UserRow;
    readonly type: Side;
    readonly newEmail: string;
    readonly redirectTo: string | undefined;
    readonly now: Date;
  },
): Promise<IssuedLink> {
  const { user, type: side, newEmail, redirectTo, now } = change;
  if (await findUserByEmail(tx, newEmail)) throw new SignInRefusal("email_exists");
  if (user.email_change !== newEmail)
    await savePendingEmail(tx, { userId: user.id, newEmail, now });
  return issueSideLink(tx, deps, {
    user: { ...user, email_change: newEmail },
    side,
    redirectTo,
    now,
  });
}

/** Invites a user. Throws email_exists or 422 `metadata_too_long`. */
export async function inviteByKey(
  deps: UsersDeps,
  { redirectTo, ...invitation }: Omit<HandedOutLinkRequest, "link" | "passwordHash">,
): Promise<UserRow> {
  const { now } = invitation;
  const type = "invite";
  const user = await deps.database.transaction(async (tx) => {
    const account = { ...invitation, passwordHash: null, type } as const;
    const { holder, action } = await accountFor(tx, deps, account);
    await sendLink(tx, deps, { user: holder, type, redirectTo, now });
    await record(tx, { holder, action, type, now });
    return (await findUserById(tx, holder.id)) ?? holder;
  });
  publishChange(deps, { userId: user.id });
  return user;
}

type Account = Pick<HandedOutLinkRequest, "email" | "metadata" | "now" | "passwordHash"> & {
  readonly type: LinkType | Side;
};

interface LinkHolder {
  readonly holder: UserRow;
  readonly action: "user.add" | "user.change";
}

/**
 * Returns the account for the link. Throws 404 `user_not_found` for the recovery of an unknown
 * user, and email_exists for the invitation of an existing user.
 */
async function accountFor(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  { type, ...account }: Account,
): Promise<LinkHolder> {
  const { email, metadata, now } = account;
  const isNew = type === "invite" || type === "signup";
  const existing = await findUserByEmail(tx, email);
  if (!existing && !isNew && type !== "magiclink") throw userRefusals.user_not_found();
  if (existing?.email_confirmed_at && isNew) throw new SignInRefusal("email_exists");
  if (existing && isNew) await addUserMetadata(tx, { userId: existing.id, metadata, now });
  const holder = existing ?? (await createUser(tx, deps, { ...account, isConfirmed: false }));
  if (!holder) throw new SignInRefusal("email_exists");
  if (type === "invite") await markInvited(tx, { userId: holder.id, now });
  return { holder, action: existing ? "user.change" : "user.add" };
}

/**
 * Writes the audit entry. Call it last: callers that wait for the audit log already hold the user's
 * row, so any other lock order could deadlock.
 */
function record(
  tx: DatabaseTransaction,
  { holder, action, type, now }: LinkHolder & Pick<Account, "now" | "type">,
): Promise<void> {
  const after = { link: type };
  return recordByKey(tx, { action, target: holder.id, before: {}, after, at: now });
}
