/**
 * Sends a sign-in link and code. Creates an account for an unknown address, unless `mayCreate` is
 * false. The response is the same in all cases, because the account and the message are written
 * only afterwards.
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
  /** Metadata of the account. Used only for an account that no user has claimed yet. */
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

/**
 * Returns the work to do after the response. Throws over_email_send_rate_limit,
 * over_request_rate_limit or 422 `metadata_too_long`.
 */
export async function requestMagicLink(
  deps: UsersDeps,
  { email, mayCreate, challenge, redirectTo, ...account }: MagicLinkRequest,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  // The metadata is checked before the response, because a refusal is impossible afterwards.
  if (account.metadata) assertMetadataFits(withoutClaims(account.metadata));
  const mail = { email, kind: "magiclink" } as const;
  await limitMail(deps, mail);
  // Known addresses are counted as well, so that the limit does not reveal which addresses have
  // accounts.
  if (mayCreate) await limitSignUps(deps, visitor);
  return async () => {
    const now = deps.clock.now();
    const user =
      (await findUserByEmail(deps.database, email)) ??
      (mayCreate ? await openAccount(deps, { email, now }) : undefined);
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    // The requester is not identified until the link is used. Therefore the metadata is stored with
    // the link and applied only if the link claims the account.
    const metadata = isUnclaimed(user) ? account.metadata : undefined;
    await deps.database.transaction((tx) =>
      sendLink(tx, deps, { user, type: "magiclink", redirectTo, challenge, metadata, now }),
    );
    deps.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}

/** Opens an account that is unconfirmed until the link or the code is used. */
function openAccount(
  deps: UsersDeps,
  account: { email: string; now: Date },
): Promise<UserRow | undefined> {
  return deps.database.transaction((tx) =>
    createUser(tx, deps, { ...account, passwordHash: null, metadata: {}, isConfirmed: false }),
  );
}
