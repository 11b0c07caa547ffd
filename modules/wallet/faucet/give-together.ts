/**
 * Grants to many users in one transaction, each as if it had been given alone. Whoever would be
 * refused, or is busy elsewhere, is left out before anything is written.
 */
import { excludeFromBatch, NotBatchable, type DatabaseTransaction } from "#platform";
import { claimSpareSats } from "#treasury";
import { presentPersons } from "#users";
import { tryLockUserAddresses } from "../chain/addresses-table.ts";
import { pauseReasonOf as chainReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { addressesWithin } from "../deposits/deposit-address.ts";
import { openApproved } from "../withdrawals/open-withdrawal.ts";
import { allowancesOf, mostSatsOf, neededSatsFor, refusalOf, takingOf } from "./allowance.ts";
import { takeForNetworks, takeForUsers } from "./faucet-table.ts";
import {
  newGrant,
  sharedTakings,
  type FaucetRequest,
  type GivingParts,
  type Grant,
} from "./give-alone.ts";

/**
 * Throws `NotBatchable` for those who have to ask alone; all of them when coins are short, or a
 * network has had nearly all it may have.
 */
export async function giveTogether(
  tx: DatabaseTransaction,
  parts: GivingParts,
  requests: readonly FaucetRequest[],
): Promise<readonly Grant[]> {
  const { account, clock, treasury } = parts;
  const userIds = requests.map(({ userId }) => userId);
  const [locks, present] = await Promise.all([
    tryLockUserAddresses(tx, userIds),
    presentPersons(tx, userIds),
  ]);
  excludeFromBatch(requests, ({ userId }, place) => !locks[place] || !present.has(userId));
  const now = clock.now();
  const [allowances, cursor] = await Promise.all([
    allowancesOf(tx, parts, { askers: requests, now }),
    readCursor(tx),
  ]);
  const asked = allowances.map((allowance, place) => ({
    allowance,
    amountSats: requests[place]?.amountSats ?? mostSatsOf(allowance),
    userId: userIds[place] ?? "",
  }));
  excludeFromBatch(
    asked,
    ({ allowance, amountSats }) =>
      allowance.pausedUntil !== null || refusalOf(allowance, amountSats) !== undefined,
  );
  const [first] = allowances;
  const allApart = () => new NotBatchable(requests.keys());
  if (!first || chainReasonOf(cursor) !== undefined) throw allApart();
  const [isTaken, addresses] = await Promise.all([
    takeForUsers(
      tx,
      new Map(asked.map(({ userId, amountSats }) => [userId, amountSats])),
      takingOf(first, now),
    ),
    addressesWithin(tx, parts, userIds),
  ]);
  if (!isTaken) throw allApart();
  const wantedSats = asked.reduce((sum, { amountSats }) => sum + neededSatsFor(amountSats), 0n);
  if ((await claimSpareSats(tx, treasury, { now, wantedSats })) < wantedSats) throw allApart();
  const grants = addresses.map((to, place) => {
    const { userId = "", amountSats = 0n } = asked[place] ?? {};
    return newGrant({ userId, amountSats, now, network: account.network, to });
  });
  const [isWithinNetworks, results] = await Promise.all([
    takeForNetworks(tx, sharedTakings(asked), first.day),
    openApproved(tx, grants),
  ]);
  if (!isWithinNetworks || results.some((isSetAside) => !isSetAside)) throw allApart();
  return grants.map(({ id, address, amountSats }) => ({ id, address, amountSats }));
}
