/**
 * POST /admin/generate_link and /invite: a link for the operator to hand over, and an invitation by letter. Both open an account
 * where that is what the link is for.
 */
import { z } from "zod";
import type { DatabaseTransaction } from "#platform";
import { issueSideLink } from "../../mailed-links/change-email.ts";
import { savePendingEmail, type Side } from "../../mailed-links/email-change-table.ts";
import { allowedRedirect } from "../../mailed-links/mailed-link.ts";
import {
  issueLink,
  sendLink,
  type IssuedLink,
  type LinkType,
} from "../../mailed-links/send-link.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import { createUser } from "../../people/create-user.ts";
import { addUserMetadata } from "../../people/metadata.ts";
import {
  findUserByEmail,
  findUserById,
  type JsonObject,
  type UserRow,
} from "../../people/users-table.ts";
import { userRefusals } from "../../rules/refusals.ts";
import { recordByKey } from "../../service-key/service-key.ts";
import { announceChange } from "../../sessions/announce-change.ts";
import { AuthError } from "../wire/auth-error.ts";
import { assertGoodPassword, metadataSchema, readEmail } from "../wire/request.ts";
import { markInvited } from "./admin-users-table.ts";
import { presentUsers, single } from "./present-users.ts";

export const generateLinkBody = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  redirect_to: z.string().nullish(),
  /** For a change of address. */
  new_email: z.string().nullish(),
});

export const inviteBody = z.object({ email: z.string().nullish(), data: metadataSchema.nullish() });

const TYPES = [
  "signup",
  "magiclink",
  "recovery",
  "invite",
  "email_change_current",
  "email_change_new",
] as const satisfies readonly (LinkType | Side)[];

export async function generateLink(
  parts: UsersParts,
  body: z.output<typeof generateLinkBody>,
  redirectTo: string | undefined,
) {
  const type = TYPES.find((known) => known === body.type);
  if (type === undefined)
    throw new AuthError(
      "validation_failed",
      `Invalid email action link type requested: ${(body.type ?? "").slice(0, 40)}`,
    );
  const email = readEmail(body.email ?? "");
  if (body.password) assertGoodPassword(body.password, email);
  const passwordHash = body.password ? await parts.hasher.hash(body.password) : null;
  const now = parts.clock.now();
  const back = body.redirect_to ?? redirectTo;
  const account = { email, passwordHash, metadata: body.data ?? {}, type, now };
  const newEmail = isSide(type) ? readEmail(body.new_email ?? "") : undefined;
  const { user, issued } = await parts.database.transaction(async (tx) => {
    const { holder, action } = await accountFor(tx, parts, account);
    const link = isSide(type)
      ? await linkOfSide(tx, parts, { user: holder, side: type, newEmail, redirectTo: back, now })
      : await issueLink(tx, parts, { user: holder, type, redirectTo: back, now });
    await record(tx, { holder, action, type, now });
    return { user: (await findUserById(tx, holder.id)) ?? holder, issued: link };
  });
  announceChange(parts, { userId: user.id });
  return {
    ...single(await presentUsers(parts.database, [user])),
    action_link: issued.link,
    email_otp: issued.code,
    hashed_token: issued.token,
    verification_type: type,
    redirect_to: (allowedRedirect(parts, back) ?? new URL(parts.siteUrl)).href,
  };
}

function isSide(type: LinkType | Side): type is Side {
  return type === "email_change_current" || type === "email_change_new";
}

/** One side of a change of address; the other side's link, when it is of the same change, stays good. */
async function linkOfSide(
  tx: DatabaseTransaction,
  parts: UsersParts,
  change: {
    readonly user: UserRow;
    readonly side: Side;
    readonly newEmail: string | undefined;
    readonly redirectTo: string | undefined;
    readonly now: Date;
  },
): Promise<IssuedLink> {
  const { user, side, newEmail, redirectTo, now } = change;
  if (newEmail === undefined) throw new AuthError("validation_failed");
  if (await findUserByEmail(tx, newEmail)) throw new AuthError("email_exists");
  if (user.email_change !== newEmail)
    await savePendingEmail(tx, { userId: user.id, newEmail, now });
  return issueSideLink(tx, parts, {
    user: { ...user, email_change: newEmail },
    side,
    redirectTo,
    now,
  });
}

export async function invite(
  parts: UsersParts,
  body: z.output<typeof inviteBody>,
  redirectTo: string | undefined,
) {
  const email = readEmail(body.email ?? "");
  const now = parts.clock.now();
  const account = { email, passwordHash: null, metadata: body.data ?? {}, now };
  const user = await parts.database.transaction(async (tx) => {
    const type = "invite";
    const { holder, action } = await accountFor(tx, parts, { ...account, type });
    await sendLink(tx, parts, { user: holder, type, redirectTo, now });
    await record(tx, { holder, action, type, now });
    return (await findUserById(tx, holder.id)) ?? holder;
  });
  announceChange(parts, { userId: user.id });
  return single(await presentUsers(parts.database, [user]));
}

interface Account {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly metadata: JsonObject;
  readonly type: LinkType | Side;
  readonly now: Date;
}

interface LinkHolder {
  readonly holder: UserRow;
  readonly action: "user.add" | "user.change";
}

/** Throws 404 `user_not_found` for a recovery of nobody, email_exists for an invitation of somebody who is here already. */
async function accountFor(
  tx: DatabaseTransaction,
  parts: UsersParts,
  { type, ...account }: Account,
): Promise<LinkHolder> {
  const { email, metadata, now } = account;
  const isNew = type === "invite" || type === "signup";
  const found = await findUserByEmail(tx, email);
  if (!found && (type === "recovery" || isSide(type))) throw userRefusals.user_not_found();
  if (found?.email_confirmed_at && isNew) throw new AuthError("email_exists");
  if (found && isNew) await addUserMetadata(tx, { userId: found.id, metadata, now });
  const holder = found ?? (await createUser(tx, parts, { ...account, isConfirmed: false }));
  if (!holder) throw new AuthError("email_exists");
  if (type === "invite") await markInvited(tx, { userId: holder.id, now });
  return { holder, action: found ? "user.change" : "user.add" };
}

/** Last: whoever waits for the trail holds the person's row already, so that none waits for ever. */
function record(
  tx: DatabaseTransaction,
  { holder, action, type, now }: LinkHolder & Pick<Account, "now" | "type">,
): Promise<void> {
  const after = { link: type };
  return recordByKey(tx, { action, target: holder.id, before: {}, after, at: now });
}
