/**
 * Decides which addresses a withdrawal may be sent to. A user can restrict withdrawals to verified
 * addresses. An API key cannot enter an authentication code, so it may pay only addresses that its
 * user verified at least a day ago. That day gives the user time to read the message about the new
 * address.
 */
import { lockLimits } from "#api/limits";
import { utcMinute, type DatabaseTransaction } from "#platform";
import { refuse } from "../terms/refusals.ts";
import { countsFrom, isInForce, type AddressLock } from "./address-lock.ts";
import { findLocks } from "./address-lock-table.ts";
import { connectionsOfUsers, type ConnectionRow } from "./connections-table.ts";

const WAIT_MS = lockLimits.withdrawalHours * 3_600_000;

export interface DestinationFacts {
  readonly lock: AddressLock | undefined;
  /** Verified addresses; empty if neither an address lock nor an API key requires them. */
  readonly verified: readonly Pick<ConnectionRow, "scriptHex" | "verifiedAt">[];
}

interface Owner {
  readonly userId: string;
  readonly keyName?: string | undefined;
}

/**
 * Reads the data that decides whether a destination is allowed. The caller must hold the users'
 * `connectionsLock`, so that no concurrent request changes the data.
 */
export async function destinationFacts(
  tx: DatabaseTransaction,
  owners: readonly Owner[],
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<(userId: string) => DestinationFacts> {
  const locks = await findLocks(
    tx,
    owners.map(({ userId }) => userId),
  );
  const limited = owners.filter(
    ({ userId, keyName }) => keyName !== undefined || isInForce(locks.get(userId), now),
  );
  const verified = await connectionsOfUsers(tx, {
    userIds: limited.map(({ userId }) => userId),
    network,
  });
  return (userId) => ({ lock: locks.get(userId), verified: verified.get(userId) ?? [] });
}

/**
 * Throws 409 `address_not_verified`, `address_verified_lately` or `key_address_too_new`, or 403
 * `key_only_to_verified`, if the destination is not allowed. `scriptHex` is undefined for simulated
 * methods, which have no address.
 */
export function assertAllowedDestination(
  { lock, verified }: DestinationFacts,
  going: {
    readonly scriptHex: string | undefined;
    readonly keyName?: string | undefined;
    readonly now: Date;
  },
): void {
  const { scriptHex, keyName, now } = going;
  const destination = verified.find((row) => row.scriptHex === scriptHex);
  if (isInForce(lock, now)) {
    if (!destination) throw refuse.address_not_verified();
    const from = countsFrom(lock, destination.verifiedAt);
    if (from > now) throw refuse.address_verified_lately({ from: utcMinute(from) });
  }
  if (keyName === undefined) return;
  if (!destination) throw refuse.key_only_to_verified();
  const from = new Date(destination.verifiedAt.getTime() + WAIT_MS);
  if (from > now) throw refuse.key_address_too_new({ from: utcMinute(from) });
}
