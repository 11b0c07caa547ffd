/**
 * Mails a link and a code to sign in with, and opens an account for an address that has none unless
 * told not to. The answer is the same in every case; account and message are made after the reply.
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
  /** Whether an address without an account gets one. */
  readonly mayCreate: boolean;
  /** For an account that nobody has used yet. */
  readonly metadata: JsonObject | undefined;
  readonly challenge: CodeChallenge | undefined;
  readonly redirectTo: string | undefined;
}

/**
 * Returns what is left to do after the reply. Throws over_email_send_rate_limit,
 * over_request_rate_limit, 422 `metadata_too_long`.
 */
export async function requestMagicLink(
  deps: UsersDeps,
  { email, mayCreate, challenge, redirectTo, ...account }: MagicLinkRequest,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  // After the reply nobody could be told.
  if (account.metadata) assertMetadataFits(withoutClaims(account.metadata));
  const mail = { email, kind: "magiclink" } as const;
  await limitMail(deps, mail);
  // Counted also where there is an account: the limit must not tell which is the case.
  if (mayCreate) await limitSignUps(deps, visitor);
  return async () => {
    const now = deps.clock.now();
    const user =
      (await findUserByEmail(deps.database, email)) ??
      (mayCreate ? await openAccount(deps, { email, now }) : undefined);
    if (!user || isBanned(user, now) || !(await countMessage(deps, mail))) return;
    // Whoever asks is nobody yet: what they say becomes the account's with the link that they asked
    // for, if that is the one used.
    const metadata = isUnclaimed(user) ? account.metadata : undefined;
    await deps.database.transaction((tx) =>
      sendLink(tx, deps, { user, type: "magiclink", redirectTo, challenge, metadata, now }),
    );
    deps.bus.publish("me", { userId: user.id, what: "mailbox" });
  };
}

/** Not confirmed until the link or the code is used. */
function openAccount(
  deps: UsersDeps,
  account: { email: string; now: Date },
): Promise<UserRow | undefined> {
  return deps.database.transaction((tx) =>
    createUser(tx, deps, { ...account, passwordHash: null, metadata: {}, isConfirmed: false }),
  );
}
