/**
 * POST and GET /verify: takes the token of a mailed link, or the code beside it, and signs its user in with one factor. A
 * link that was asked for with a code challenge answers a GET with a code to exchange instead of the session.
 */
import { z } from "zod";
import { sqlState, type DatabaseTransaction } from "#platform";
import { announceChange } from "../../sessions/announce-change.ts";
import { welcome } from "../../people/create-user.ts";
import { startUserMetadata } from "../../people/metadata.ts";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { forgetAttempts } from "../../passwords/sign-in-attempts.ts";
import { openSession, type OpenedSession } from "../../sessions/open-session.ts";
import { presentSession, type SessionJson } from "../wire/present-session.ts";
import { confirmUser, lockUser, type UserRow, isBanned } from "../../people/users-table.ts";
import { AuthError, type AuthErrorCode } from "../wire/auth-error.ts";
import { countCodeMiss, hasCodeTries } from "../../mailed-links/mail-limit.ts";
import { confirmEmailChange } from "../../mailed-links/confirm-email-change.ts";
import {
  takeOneTimeCode,
  takeOneTimeToken,
  type OneTimeTokenType,
  type TakenToken,
} from "../../mailed-links/one-time-tokens-table.ts";
import { readEmail } from "../wire/request.ts";
import { isUnclaimed } from "../accounts/sign-up.ts";
import { tellOfFirstFactor } from "../../sessions/tell-of-login.ts";

export const verifyBody = z.object({
  type: z.string().nullish(),
  token_hash: z.string().max(200).nullish(),
  token: z.string().max(200).nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

const UNIQUE_VIOLATION = "23505";
const EMAIL_CHANGE = ["email_change_current", "email_change_new"] as const;

/** Which stored tokens each type of request may take. */
const TOKEN_TYPES: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  signup: ["signup"],
  invite: ["invite"],
  magiclink: ["magiclink"],
  email: ["magiclink", "signup", "recovery"],
  recovery: ["recovery"],
  email_change: EMAIL_CHANGE,
};

/** What the first of the two confirmations of a change of address answers. */
export interface FirstConfirmation {
  readonly code: "200";
  readonly msg: string;
}

const FIRST_CONFIRMATION: FirstConfirmation = {
  code: "200",
  msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
};

export async function verifyLink(
  parts: UsersParts,
  body: z.output<typeof verifyBody>,
  visitor: Visitor,
): Promise<SessionJson | FirstConfirmation> {
  const ask = await readAsk(parts, body);
  const used = await useToken(parts, ask, visitor, (tx, { user, now }) =>
    openByMail(tx, parts, { user, visitor, now }),
  );
  return used === undefined ? FIRST_CONFIRMATION : presentSession(parts, used);
}

export type Ask = { readonly types: readonly OneTimeTokenType[] } & (
  | { readonly token: string }
  | { readonly email: string; readonly code: string }
);

export function typesOf(type: string | null | undefined): readonly OneTimeTokenType[] {
  if (!type) throw new AuthError("validation_failed", "Verify requires a verification type");
  const types = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined;
  if (!types) throw new AuthError("validation_failed", "Invalid email verification type");
  return types;
}

async function readAsk(parts: UsersParts, body: z.output<typeof verifyBody>): Promise<Ask> {
  if (body.phone) throw new AuthError("phone_provider_disabled");
  const types = typesOf(body.type);
  if (body.token_hash) return { types, token: body.token_hash };
  if (!body.token)
    throw new AuthError("validation_failed", "Verify requires a token or a token hash");
  if (!body.email)
    throw new AuthError(
      "validation_failed",
      "Only an email address or phone number should be provided on verify",
    );
  const email = readEmail(body.email);
  if (!(await hasCodeTries(parts, email))) throw new AuthError("over_request_rate_limit");
  return { types, email, code: body.token.trim() };
}

interface Used {
  readonly user: UserRow;
  readonly taken: TakenToken;
  readonly now: Date;
}

type Outcome<Result> =
  | { readonly refused: AuthErrorCode }
  | { readonly result: Result | undefined };

/**
 * Uses the token up and does what it was for. Undefined: the first of two confirmations. Refusals are returned from the
 * transaction and thrown after it: misses count, and a token used by a disabled user is used up all the same.
 */
export async function useToken<Result>(
  parts: UsersParts,
  ask: Ask,
  visitor: Visitor,
  then: (tx: DatabaseTransaction, used: Used) => Promise<Result>,
): Promise<Result | undefined> {
  const now = parts.clock.now();
  let userId: string | undefined;
  const outcome = await parts.database
    .transaction(async (tx): Promise<Outcome<Result>> => {
      const taken = await ("token" in ask
        ? takeOneTimeToken(tx, { ...ask, now })
        : takeOneTimeCode(tx, { ...ask, now }));
      const user = taken && (await lockUser(tx, taken.userId));
      if (!taken || !user || taken.email !== askedOf(user, taken.type))
        return { refused: "otp_expired" };
      userId = user.id;
      if (isBanned(user, now)) return { refused: "user_banned" };
      if (taken.type !== "email_change_current" && taken.type !== "email_change_new") {
        const { metadata } = taken;
        if (metadata && isUnclaimed(user)) await startUserMetadata(tx, { userId, metadata, now });
        const confirmed = await confirmUser(tx, { userId, now });
        if (!user.email_confirmed_at) await welcome(tx, parts, { user: confirmed, now });
        return { result: await then(tx, { user: confirmed, taken, now }) };
      }
      const changed = await confirmEmailChange(tx, { user, side: taken.type, visitor, now });
      if (changed === "first") return { result: undefined };
      if ("refused" in changed) return changed;
      return { result: await then(tx, { user: changed, taken, now }) };
    })
    .catch((error: unknown) => {
      // Two people who confirm the same new address at the same moment: one of them has it.
      throw sqlState(error) === UNIQUE_VIOLATION ? new AuthError("email_exists") : error;
    });
  if (userId !== undefined) announceChange(parts, { userId });
  if (!("refused" in outcome)) return outcome.result;
  if (!("token" in ask) && outcome.refused === "otp_expired") {
    await countCodeMiss(parts, ask.email);
    throw new AuthError("otp_expired", "Token has expired or is invalid");
  }
  throw new AuthError(outcome.refused);
}

/** The address that a letter of this type proves: one that was written to another address proves nothing. */
function askedOf(user: UserRow, type: OneTimeTokenType): string | null {
  return type === "email_change_new" ? user.email_change : user.email;
}

/** The session of a person who reads the mail of the address: one factor, whatever else the account has. */
export async function openByMail(
  tx: DatabaseTransaction,
  parts: UsersParts,
  { user, visitor, now }: { readonly user: UserRow; readonly visitor: Visitor; readonly now: Date },
): Promise<OpenedSession> {
  await forgetAttempts(tx, { email: user.email });
  const login = { userId: user.id, method: "otp", visitor, now } as const;
  await tellOfFirstFactor(tx, login);
  return openSession(tx, parts, login);
}
