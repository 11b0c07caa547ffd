/**
 * Sends a sign-in link and code. Creates an account for an unknown address, unless `mayCreate` is
 * false. The account and the message are written after the response, so the response does not
 * reveal whether the address has an account.
 */
import type { CodeChallenge } from "../mailed-links/code-challenge.ts";
import { countMessage, limitMail } from "../mailed-links/mail-limit.ts";
import { sendLink } from "../mailed-links/send-link.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { createUser } from "../people/create-user.ts";
import { assertMetadataFits, withoutClaims } from "../people/metadata.ts";
import {
  findUserByEmail,
  isBanned,
  isUnclaimed,
  type JsonObject,
  type UserRow,
} from "../people/users-table.ts";
import { limitSignUps } from "./sign-up.ts";

export interface MagicLinkRequest {
  readonly email: string;
  /** True to create an account for an unknown address. */
  readonly mayCreate: boolean;
  /** Account metadata. Used only if the account is unclaimed. */
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

/**
 * Requests the link. Returns the work to do after the response. Throws over_email_send_rate_limit,
 * over_request_rate_limit or 422 `metadata_too_long`.
 */
export async function requestMagicLink(
  deps: UsersDeps,
  { email, mayCreate, challenge, redirectTo, ...account }: MagicLinkRequest,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  // Check the metadata now, because it can no longer be refused once the response has been sent.
  if (account.metadata) assertMetadataFits(withoutClaims(account.metadata));
  const mail = { email, kind: "magiclink" } as const;
  await limitMail(deps, mail);
  // Requests for known addresses count as well. Otherwise the limit would reveal which addresses
  // have accounts.
  if (mayCreate) await limitSignUps(deps, visitor);
  return async () => {
    const now = deps.clock.now();
    const user =
      (await findUserByEmail(deps.database, email)) ??
      (mayCreate ? await openAccount(deps, { email, now }) : undefined);
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    // Anyone can request a link. Therefore the metadata is stored with the link and applied only if
    // the link claims the account.
    const metadata = isUnclaimed(user) ? account.metadata : undefined;
    await deps.database.transaction((tx) =>
      sendLink(tx, deps, { user, type: "magiclink", redirectTo, challenge, metadata, now }),
    );
    deps.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}

/** Creates an account that stays unconfirmed until its link or code is used. */
function openAccount(
  deps: UsersDeps,
  account: { email: string; now: Date },
): Promise<UserRow | undefined> {
  return deps.database.transaction((tx) =>
    createUser(tx, deps, { ...account, passwordHash: null, metadata: {}, isConfirmed: false }),
  );
}
