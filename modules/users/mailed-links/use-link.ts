/**
 * Redeems the token or the code of a mailed link: applies the link's purpose and signs the user in
 * with one factor.
 */
import { sqlState, type DatabaseTransaction } from "#platform";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { forgetAttempts } from "../passwords/sign-in-attempts.ts";
import { welcome } from "../people/create-user.ts";
import { startUserMetadata } from "../people/metadata.ts";
import {
  confirmUser,
  isBanned,
  isUnclaimed,
  lockUser,
  startPassword,
  type UserRow,
} from "../people/users-table.ts";
import { SignInRefusal, type SignInRefusalCode } from "../rules/sign-in-refusal.ts";
import { publishChange } from "../sessions/publish-change.ts";
import { openSession, type OpenedSession } from "../sessions/open-session.ts";
import { notifyFirstFactor } from "../sessions/notify-login.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { countCodeMiss } from "./mail-limit.ts";
import {
  takeOneTimeCode,
  takeOneTimeToken,
  type OneTimeTokenType,
  type TakenToken,
} from "./one-time-tokens-table.ts";

const UNIQUE_VIOLATION = "23505";

export type Ask = { readonly types: readonly OneTimeTokenType[] } & (
  | { readonly token: string }
  | { readonly email: string; readonly code: string }
);

interface Used {
  readonly user: UserRow;
  readonly token: TakenToken;
  readonly now: Date;
}

type Outcome<Result> =
  | { readonly refused: SignInRefusalCode }
  | { readonly result: Result | undefined };

/**
 * Uses up the token and applies its purpose. Returns undefined after the first of two
 * confirmations. Refusals are returned from the transaction and thrown afterwards, so that wrong
 * codes and used tokens are committed.
 */
export async function useLink<Result>(
  deps: UsersDeps,
  ask: Ask,
  visitor: Visitor,
  then: (tx: DatabaseTransaction, used: Used) => Promise<Result>,
): Promise<Result | undefined> {
  const now = deps.clock.now();
  let userId: string | undefined;
  const outcome = await deps.database
    .transaction(async (tx): Promise<Outcome<Result>> => {
      const token = await ("token" in ask
        ? takeOneTimeToken(tx, { ...ask, now })
        : takeOneTimeCode(tx, { ...ask, now }));
      const user = token && (await lockUser(tx, token.userId));
      if (!token || !user || token.email !== provenAddressOf(user, token.type))
        return { refused: "otp_expired" };
      userId = user.id;
      if (isBanned(user, now)) return { refused: "user_banned" };
      if (token.type !== "email_change_current" && token.type !== "email_change_new") {
        const { metadata, passwordHash } = token;
        const isNew = isUnclaimed(user);
        if (metadata && isNew) await startUserMetadata(tx, { userId, metadata, now });
        if (passwordHash && isNew) await startPassword(tx, { userId, passwordHash, now });
        const confirmed = await confirmUser(tx, { userId, now });
        if (!user.email_confirmed_at) await welcome(tx, deps, { user: confirmed, now });
        return { result: await then(tx, { user: confirmed, token, now }) };
      }
      const changed = await confirmEmailChange(tx, deps, { user, side: token.type, visitor, now });
      if (changed === "first") return { result: undefined };
      if ("refused" in changed) return changed;
      return { result: await then(tx, { user: changed, token, now }) };
    })
    .catch((error: unknown) => {
      // Two users confirmed the same new address concurrently, and only one of the two can have it.
      throw sqlState(error) === UNIQUE_VIOLATION ? new SignInRefusal("email_exists") : error;
    });
  if (userId !== undefined) publishChange(deps, { userId });
  if (!("refused" in outcome)) return outcome.result;
  if (!("token" in ask) && outcome.refused === "otp_expired") {
    await countCodeMiss(deps, ask.email, visitor);
    throw new SignInRefusal("otp_expired", { text: "Token has expired or is invalid" });
  }
  throw new SignInRefusal(outcome.refused);
}

/**
 * Returns the address that a message of this type confirms. Null if the message was sent to a
 * different address.
 */
function provenAddressOf(user: UserRow, type: OneTimeTokenType): string | null {
  return type === "email_change_new" ? user.email_change : user.email;
}

/**
 * Opens a session for a user who has access to the mailbox. The mailbox counts as one factor,
 * whichever factors the account has.
 */
export async function openByMail(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  { user, visitor, now }: { readonly user: UserRow; readonly visitor: Visitor; readonly now: Date },
): Promise<OpenedSession> {
  await forgetAttempts(tx, { email: user.email });
  const login = { userId: user.id, method: "otp", visitor, now } as const;
  await notifyFirstFactor(tx, { ...login, events: deps.events });
  return openSession(tx, deps, login);
}
