/**
 * Deposit addresses: a fresh one per user, numbered by a sequence. An address that received
 * something is not shown again, but stays valid for ever. The node's genesis block is compared
 * before one is handed out.
 */
import { assertPracticeNetwork, type BitcoinNode } from "#bitcoin";
import type { Clock, Database, DatabaseTransaction } from "#platform";
import { RECEIVE, type Account } from "../chain/account.ts";
import {
  insertAddress,
  listUnusedAddresses,
  lockUserAddresses,
  newestUnusedAddresses,
  nextIndex,
  type AddressRow,
} from "../chain/addresses-table.ts";
import { refuse } from "../terms/refusals.ts";

const UNUSED_MAX = 20;

export interface DepositParts {
  readonly database: Database;
  readonly node: BitcoinNode;
  readonly account: Account;
  readonly clock: Clock;
}

/** The user's newest unused address; makes one when there is none. */
export async function currentDepositAddress(
  parts: DepositParts,
  { userId }: { readonly userId: string },
): Promise<AddressRow> {
  await assertPracticeNetwork(parts.node);
  return parts.database.transaction((tx) => addressWithin(tx, parts, userId));
}

/** The same inside another use case, which has compared the genesis block itself. */
export async function addressWithin(
  tx: DatabaseTransaction,
  parts: Pick<DepositParts, "account" | "clock">,
  userId: string,
): Promise<AddressRow> {
  await lockUserAddresses(tx, userId);
  const [newest] = await listUnusedAddresses(tx, userId);
  return newest ?? issue(tx, parts, userId);
}

/** The same for many users, whose locks the caller holds; in their order. */
export async function addressesWithin(
  tx: DatabaseTransaction,
  parts: Pick<DepositParts, "account" | "clock">,
  userIds: readonly string[],
): Promise<AddressRow[]> {
  const newest = await newestUnusedAddresses(tx, userIds);
  return Promise.all(userIds.map(async (userId) => newest.get(userId) ?? issue(tx, parts, userId)));
}

/** A fresh address, at most 20 unused ones per user. */
export async function newDepositAddress(
  parts: DepositParts,
  { userId }: { readonly userId: string },
): Promise<AddressRow> {
  await assertPracticeNetwork(parts.node);
  return parts.database.transaction(async (tx) => {
    await lockUserAddresses(tx, userId);
    const unused = await listUnusedAddresses(tx, userId);
    if (unused.length >= UNUSED_MAX)
      throw refuse.too_many_addresses({ count: String(unused.length) });
    return issue(tx, parts, userId);
  });
}

async function issue(
  tx: DatabaseTransaction,
  { account, clock }: Pick<DepositParts, "account" | "clock">,
  userId: string,
): Promise<AddressRow> {
  const derived = account.derive(RECEIVE, await nextIndex(tx, RECEIVE));
  const createdAt = clock.now();
  await insertAddress(tx, derived, { purpose: "deposit", userId, now: createdAt });
  const { branch, index, scriptHex, address } = derived;
  return { branch, index, scriptHex, address, purpose: "deposit", userId, createdAt };
}

/** BIP21. The label keeps the practice character visible in the payer's wallet. */
export function paymentUri(address: string): string {
  const label = encodeURIComponent("Practice - test coins, no value");
  return `bitcoin:${address}?label=${label}`;
}
