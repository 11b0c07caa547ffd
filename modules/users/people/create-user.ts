/**
 * Makes a person in one transaction: user, identity, ledger accounts, mailbox, mining name and the
 * welcome message stand or fall together. What the person says about themselves is metadata and
 * never a right.
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
  /** Given when a hosted sign-in service made the person; else a new uuid. */
  readonly id?: string;
  readonly email: string;
  /** Null: cannot sign in by password. */
  readonly passwordHash: string | null;
  readonly metadata: JsonObject;
  /** False: until a message to the address was answered, the account is nobody's. */
  readonly isConfirmed?: boolean;
  readonly now: Date;
}

/** What somebody is made of who gives nothing to be known by. */
export type NewAnonymousUser = Pick<NewUser, "metadata" | "now">;

export interface Site {
  readonly siteUrl: string;
}

/** How a person signs in, as Supabase Auth says it. */
export const BY_EMAIL = { provider: "email", providers: ["email"] };
const NAME_ATTEMPTS_MAX = 5;
/** Of mining names: without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const RANDOM_LENGTH = 8;

/**
 * Undefined when the address, or the id, belongs to somebody already. `email` is in lower case.
 * Throws 422 `metadata_too_long`.
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

/** Has neither an address nor an identity, and is written to in the mailbox alone. */
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
  if (!user) throw new Error("a new uuid is somebody's");
  await equip(tx, { userId: id, email });
  return user;
}

/** By its address. */
export function identityOf(
  { id: userId, email, raw_user_meta_data: said }: UserRow,
  { isVerified, now }: { readonly isVerified: boolean; readonly now: Date },
): Parameters<typeof insertIdentity>[1] {
  const verified = { email_verified: isVerified, phone_verified: false };
  const data = { ...said, sub: userId, email, ...verified };
  return { id: randomUUID(), userId, provider: "email", data, now };
}

/** What everybody has from the first moment on. */
async function equip(
  tx: DatabaseTransaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await openMailbox(tx, { userId, email });
  await nameMiner(tx, userId);
  await openUserAccounts(tx, userId);
}

/** Once the address is known to be the person's: nobody else is to be written to. */
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

/** Such as `miner-k7x2m9qd`; 8 * 10^11 of them. Public, so never made from the e-mail address. */
function randomMiningName(): string {
  const messages = Array.from(
    { length: RANDOM_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return `miner-${messages.join("")}`;
}
