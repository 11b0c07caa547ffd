/**
 * Issues deposit addresses, numbered per branch by a sequence. After a payment to an address, the
 * user gets a new address, but the old one stays valid permanently. The node's genesis block is
 * checked before an address is issued.
 */
import { assertPracticeNetwork, type BitcoinNode } from "#bitcoin";
import type { Clock, Database, DatabaseTransaction } from "#platform";
import type { Account } from "../chain/account.ts";
import {
  addressesLock,
  insertAddress,
  listUnusedAddresses,
  newestUnusedAddresses,
  nextReceivePath,
  type AddressRow,
} from "../chain/addresses-table.ts";
import type { IssuedAddresses } from "../chain/issued-addresses.ts";
import { refuse } from "../terms/refusals.ts";

/**
 * Maximum number of unused addresses per user. Anonymous accounts get fewer, because anyone can
 * create such accounts.
 */
const UNUSED_MAX = { account: 20, anonymous: 3 };

export interface DepositDeps {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  readonly issued: IssuedAddresses;
  readonly clock: Clock;
}

type IssueDeps = Pick<DepositDeps, "account" | "issued" | "clock">;

/** Returns the user's newest unused address, creating one if necessary. */
export async function currentDepositAddress(
  deps: DepositDeps,
  { userId }: { readonly userId: string },
): Promise<AddressRow> {
  await assertPracticeNetwork(deps.node);
  return deps.database.transaction((tx) => addressWithin(tx, deps, userId));
}

/** Like `currentDepositAddress`, for callers that have already checked the genesis block. */
export async function addressWithin(
  tx: DatabaseTransaction,
  deps: IssueDeps,
  userId: string,
): Promise<AddressRow> {
  await addressesLock.wait(tx, userId);
  const [newest] = await listUnusedAddresses(tx, userId);
  return newest ?? issue(tx, deps, userId);
}

/**
 * Like `addressWithin`, for many users whose locks the caller holds. Returns the addresses in the
 * order of the users.
 */
export async function addressesWithin(
  tx: DatabaseTransaction,
  deps: IssueDeps,
  userIds: readonly string[],
): Promise<AddressRow[]> {
  const newest = await newestUnusedAddresses(tx, userIds);
  return Promise.all(userIds.map(async (userId) => newest.get(userId) ?? issue(tx, deps, userId)));
}

/**
 * Creates an address. Registered users may have at most 20 unused addresses, anonymous accounts 3.
 */
export async function newDepositAddress(
  deps: DepositDeps,
  { userId, isAnonymous }: { readonly userId: string; readonly isAnonymous: boolean },
): Promise<AddressRow> {
  await assertPracticeNetwork(deps.node);
  return deps.database.transaction(async (tx) => {
    await addressesLock.wait(tx, userId);
    const unused = await listUnusedAddresses(tx, userId);
    const count = String(unused.length);
    if (isAnonymous && unused.length >= UNUSED_MAX.anonymous)
      throw refuse.too_many_anonymous_addresses({ count });
    if (unused.length >= UNUSED_MAX.account) throw refuse.too_many_addresses({ count });
    return issue(tx, deps, userId);
  });
}

async function issue(
  tx: DatabaseTransaction,
  { account, issued, clock }: IssueDeps,
  userId: string,
): Promise<AddressRow> {
  for (;;) {
    const { branch, index } = await nextReceivePath(tx);
    const { scriptHex, address, ...derived } = account.derive(branch, index);
    const createdAt = clock.now();
    const owner = { purpose: "deposit", userId, now: createdAt } as const;
    // Never issue another user's address, even if the sequence returns an old number.
    if (!(await insertAddress(tx, { ...derived, scriptHex, address }, owner))) continue;
    await issued.note(branch, index);
    return { branch, index, scriptHex, address, purpose: "deposit", userId, createdAt };
  }
}

/** Returns a BIP21 URI whose label tells the payer that these are practice coins. */
export function paymentUri(address: string): string {
  const label = encodeURIComponent("Practice - test coins, no value");
  return `bitcoin:${address}?label=${label}`;
}
