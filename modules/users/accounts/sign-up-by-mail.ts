/**
 * Handles a sign-up with a mail server. The response never reveals whether the address has an
 * account; only the e-mail does. The password and metadata are stored with the mailed link. If a
 * stranger signs up with another person's address, the stranger's password is therefore not set
 * when the owner uses a different link.
 */
import { deliver } from "#notifications";
import { widestNetworkOf } from "#platform";
import { countMessage, limitMail } from "../mailed-links/mail-limit.ts";
import { sendLink } from "../mailed-links/send-link.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { createUser } from "../people/create-user.ts";
import { assertMetadataFits, withoutClaims } from "../people/metadata.ts";
import { findUserByEmail, isBanned, isUnclaimed, type UserRow } from "../people/users-table.ts";
import { limitSignUps, type NewAccount } from "./sign-up.ts";

/**
 * Signs the user up. Returns the work to do after the response. Throws over_request_rate_limit,
 * over_email_send_rate_limit or 422 `metadata_too_long`.
 */
export async function signUpByMail(
  deps: UsersDeps,
  account: NewAccount & { readonly redirectTo: string | undefined },
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const { email, password, metadata, redirectTo } = account;
  assertMetadataFits(withoutClaims(metadata));
  const network = widestNetworkOf(visitor.ip);
  deps.hasher.requirePlace(network);
  await limitSignUps(deps, visitor);
  const mail = { email, kind: "signup" } as const;
  await limitMail(deps, mail);
  const passwordHash = await deps.hasher.hash(network, password);
  return async () => {
    const now = deps.clock.now();
    const user =
      (await findUserByEmail(deps.database, email)) ?? (await openAccount(deps, email, now));
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    await deps.database.transaction(async (tx) => {
      const request = { user, redirectTo, metadata, passwordHash, now };
      if (isUnclaimed(user)) await sendLink(tx, deps, { ...request, type: "signup" });
      else await notifyHolder(tx, deps, { user, visitor, now });
    });
    deps.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}

function openAccount(deps: UsersDeps, email: string, now: Date): Promise<UserRow | undefined> {
  return deps.database.transaction((tx) =>
    createUser(tx, deps, { email, passwordHash: null, metadata: {}, isConfirmed: false, now }),
  );
}

async function notifyHolder(
  tx: Parameters<typeof deliver>[0],
  { siteUrl }: UsersDeps,
  { user, visitor, now }: { readonly user: UserRow; readonly visitor: Visitor; readonly now: Date },
): Promise<void> {
  const values = { at: now.toISOString(), ip: visitor.ip, siteUrl };
  await deliver(tx, { userId: user.id, template: "sign_up_known", values, now });
}
