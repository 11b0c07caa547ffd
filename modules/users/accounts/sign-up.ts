/**
 * Creates an account with an e-mail address and a password, confirms it immediately, and opens its
 * first session.
 */
import { widestNetworkOf, type DatabaseTransaction } from "#platform";
import { dropOneTimeTokens } from "../mailed-links/one-time-tokens-table.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import { createUser, welcome } from "../people/create-user.ts";
import { startUserMetadata } from "../people/metadata.ts";
import {
  confirmUser,
  findUserByEmail,
  isUnclaimed,
  lockUser,
  savePasswordHash,
  type JsonObject,
} from "../people/users-table.ts";
import { countNetworkHit } from "../rules/network-counters.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";
import { openSession, type OpenedSession } from "../sessions/open-session.ts";

const HOUR_MS = 3_600_000;

export interface NewAccount {
  /** E-mail address in lower case. */
  readonly email: string;
  readonly password: string;
  readonly metadata: JsonObject;
}

/**
 * Creates the account. Throws over_request_rate_limit, user_already_exists or 422
 * `metadata_too_long`.
 */
export async function signUp(
  deps: UsersDeps,
  { email, password, metadata }: NewAccount,
  visitor: Visitor,
): Promise<OpenedSession> {
  const network = widestNetworkOf(visitor.ip);
  deps.hasher.requirePlace(network);
  await limitSignUps(deps, visitor);
  const holder = await findUserByEmail(deps.database, email);
  if (holder && !isUnclaimed(holder)) throw new SignInRefusal("user_already_exists");

  const passwordHash = await deps.hasher.hash(network, password);
  const now = deps.clock.now();
  const opened = await deps.database.transaction(async (tx) => {
    const userId = holder
      ? await claim(tx, deps, { userId: holder.id, passwordHash, metadata, now })
      : (await createUser(tx, deps, { email, passwordHash, metadata, now }))?.id;
    if (userId === undefined) return undefined;
    return openSession(tx, deps, { userId, method: "password", visitor, now });
  });
  if (!opened) throw new SignInRefusal("user_already_exists");
  return opened;
}

/**
 * Turns the unclaimed account with this address into the new account. Returns undefined if another
 * request claimed it first.
 */
async function claim(
  tx: DatabaseTransaction,
  deps: UsersDeps,
  account: { userId: string; passwordHash: string; metadata: JsonObject; now: Date },
): Promise<string | undefined> {
  const { userId, passwordHash, metadata, now } = account;
  const user = await lockUser(tx, userId);
  if (!user || !isUnclaimed(user)) return undefined;
  await dropOneTimeTokens(tx, userId);
  await savePasswordHash(tx, { userId, passwordHash, now });
  await startUserMetadata(tx, { userId, metadata, now });
  await welcome(tx, deps, { user: await confirmUser(tx, { userId, now }), now });
  return userId;
}

/** Counts a sign-up. Throws over_request_rate_limit with a text that states the limit. */
export async function limitSignUps(
  { database, clock, limits }: UsersDeps,
  origin: Visitor,
): Promise<void> {
  const max = limits.signUpsPerHourMax;
  const window = { key: "sign-up", origin, max, windowMs: HOUR_MS, now: clock.now() };
  if (!(await countNetworkHit(database, window))) return;
  const text = `A network can create ${max} accounts in an hour. Try again later, or from another network.`;
  throw new SignInRefusal("over_request_rate_limit", { text });
}
