/**
 * Whether a withdrawal may go where it is to go, when its owner limited them to verified addresses.
 * For the transaction that pays: it waits for one that turns the limit on or adds an address.
 */
import { utcMinute, type DatabaseTransaction } from "#platform";
import { refuse } from "../terms/refusals.ts";
import { countsFrom, isInForce } from "./address-lock.ts";
import { findLock } from "./address-lock-table.ts";
import { connectionsOf, connectionsLock } from "./connections-table.ts";

/** `scriptHex` undefined: by a simulated method, which has no address to verify. */
export async function refuseUnverified(
  tx: DatabaseTransaction,
  going: {
    readonly userId: string;
    readonly network: string;
    readonly scriptHex: string | undefined;
    readonly now: Date;
  },
): Promise<void> {
  const { userId, network, scriptHex, now } = going;
  await connectionsLock.wait(tx, userId);
  const lock = await findLock(tx, userId);
  if (!isInForce(lock, now)) return;
  const known = await connectionsOf(tx, { userId, network });
  const verified = known.find((row) => row.scriptHex === scriptHex);
  if (!verified) throw refuse.address_not_verified();
  const from = countsFrom(lock, verified.verifiedAt);
  if (from > now) throw refuse.address_verified_lately({ from: utcMinute(from) });
}
