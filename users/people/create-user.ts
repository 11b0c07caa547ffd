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

interface Site {
  readonly siteUrl: string;
}

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
  const appMetadata = { provider: "email", providers: ["email"] };
  const user = await insertUser(tx, {
    id,
    email,
    passwordHash,
    appMetadata,
    userMetadata,
    isConfirmed,
    now,
  });
  if (!user) return undefined;
  const data = {
    ...userMetadata,
    sub: id,
    email,
    email_verified: isConfirmed,
    phone_verified: false,
  };
  await insertIdentity(tx, { id: randomUUID(), userId: id, provider: "email", data, now });
  await openMailbox(tx, { userId: id, email });
  await nameMiner(tx, id);
  if (isConfirmed) await welcome(tx, { siteUrl }, { user, now });
  await openUserAccounts(tx, id);
  return user;
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
  const letters = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `miner-${letters.join("")}`;
}
