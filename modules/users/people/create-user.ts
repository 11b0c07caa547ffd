/**
 * Creates a user with identity, ledger accounts, mailbox, mining name and welcome message in one
 * transaction. Data from the user is stored as metadata and never grants rights.
 */
import { randomInt, randomUUID } from "node:crypto";
import { openUserAccounts } from "#ledger";
import { deliver, openMailbox } from "#notifications";
import type { DatabaseTransaction } from "#platform";
import { assertMetadataFits, displayNameOf, withoutClaims } from "./metadata.ts";
import { noAddressOf } from "./no-address.ts";
import { insertProfile } from "./profiles-table.ts";
import { insertIdentity, insertUser, type JsonObject, type UserRow } from "./users-table.ts";

export interface NewUser {
  /** Id from a hosted sign-in service. Defaults to a new UUID. */
  readonly id?: string;
  readonly email: string;
  /** Null if the user cannot sign in with a password. */
  readonly passwordHash: string | null;
  readonly metadata: JsonObject;
  /** False if the account stays unclaimed until the address is confirmed by e-mail. */
  readonly isConfirmed?: boolean;
  readonly now: Date;
}

export type NewAnonymousUser = Pick<NewUser, "metadata" | "now">;

export interface Site {
  readonly siteUrl: string;
}

/** Sign-in methods in Supabase Auth's format. */
export const BY_EMAIL = { provider: "email", providers: ["email"] };
const NAME_ATTEMPTS_MAX = 5;
/** Alphabet of mining names, without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const RANDOM_LENGTH = 8;

/**
 * Creates the user. `email` must be in lower case. Returns undefined if the address or the id is
 * taken. Throws 422 `metadata_too_long`.
 */
export async function createUser(
  tx: DatabaseTransaction,
  { siteUrl }: Site,
  { id = randomUUID(), email, passwordHash, metadata, isConfirmed = true, now }: NewUser,
): Promise<UserRow | undefined> {
  const userMetadata = withoutClaims(metadata);
  assertMetadataFits(userMetadata);
  const user = await insertUser(tx, {
    id,
    email,
    passwordHash,
    appMetadata: BY_EMAIL,
    userMetadata,
    isConfirmed,
    isAnonymous: false,
    now,
  });
  if (!user) return undefined;
  await insertIdentity(tx, identityOf(user, { isVerified: isConfirmed, now }));
  await equip(tx, { userId: id, email });
  if (isConfirmed) await welcome(tx, { siteUrl }, { user, now });
  return user;
}

/**
 * Creates an anonymous user, who has no address and no identity. Messages are delivered only to the
 * mailbox.
 */
export async function createAnonymousUser(
  tx: DatabaseTransaction,
  { metadata, now }: NewAnonymousUser,
): Promise<UserRow> {
  const id = randomUUID();
  const email = noAddressOf(id);
  const userMetadata = withoutClaims(metadata);
  assertMetadataFits(userMetadata);
  const user = await insertUser(tx, {
    id,
    email,
    passwordHash: null,
    appMetadata: {},
    userMetadata,
    isConfirmed: false,
    isAnonymous: true,
    now,
  });
  if (!user) throw new Error("a new uuid already exists");
  await equip(tx, { userId: id, email });
  return user;
}

export function identityOf(
  { id: userId, email, raw_user_meta_data: said }: UserRow,
  { isVerified, now }: { readonly isVerified: boolean; readonly now: Date },
): Parameters<typeof insertIdentity>[1] {
  const verified = { email_verified: isVerified, phone_verified: false };
  const data = { ...said, sub: userId, email, ...verified };
  return { id: randomUUID(), userId, provider: "email", data, now };
}

/** Creates the ledger accounts and the data that every user starts with. */
async function equip(
  tx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await openMailbox(tx, { userId, email });
  await nameMiner(tx, userId);
  await openUserAccounts(tx, userId);
}

/**
 * Writes the welcome message. Call it once the address is confirmed, so that no stranger receives
 * the message.
 */
export async function welcome(
  tx: DatabaseTransaction,
  { siteUrl }: Site,
  { user, now }: { readonly user: UserRow; readonly now: Date },
): Promise<void> {
  const values = { name: displayNameOf(user) || "and welcome", siteUrl };
  await deliver(tx, { userId: user.id, template: "welcome", values, now });
}

async function nameMiner(tx: DatabaseTransaction, userId: string): Promise<void> {
  for (let attempt = 1; attempt <= NAME_ATTEMPTS_MAX; attempt += 1)
    if (await insertProfile(tx, { userId, miningName: randomMiningName() })) return;
  throw new Error("no free mining name found");
}

/**
 * Returns a random name, such as `miner-k7x2m9qd`, out of 8 * 10^11 names. The name is public, so
 * it is not derived from the address.
 */
function randomMiningName(): string {
  const messages = Array.from(
    { length: RANDOM_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `miner-${messages.join("")}`;
}
