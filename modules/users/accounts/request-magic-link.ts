/**
 * Sends a link and a code to sign in with. Opens an account for an unknown address, unless
 * `mayCreate` is false. The response is always the same: account and message are written after the
 * response is sent.
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
  /** True to open an account for an unknown address. */
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
  // Checked now, because a refusal is impossible after the response.
  if (account.metadata) assertMetadataFits(withoutClaims(account.metadata));
  const mail = { email, kind: "magiclink" } as const;
  await limitMail(deps, mail);
  // Also counted for a known address, so that the limit does not reveal which addresses have
  // accounts.
  if (mayCreate) await limitSignUps(deps, visitor);
  return async () => {
    const now = deps.clock.now();
    const user =
      (await findUserByEmail(deps.database, email)) ??
      (mayCreate ? await openAccount(deps, { email, now }) : undefined);
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    // The caller is unknown until the link is used. So the metadata is stored with the link
    // and applied only if this link claims the account.
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
