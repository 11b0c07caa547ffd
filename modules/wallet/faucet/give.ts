/**
 * Gives what the faucet decided, to one user or to a batch. Locks are taken in the order of all who
 * take from the treasury: users and addresses, the treasury, the sums that users share, the ledger.
 */
import {
  decideBatch,
  excludeFromBatch,
  NotBatchable,
  runOnce,
  type DatabaseTransaction,
} from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { presentPersons, requirePerson } from "#users";
import { addressesLock } from "../chain/addresses-table.ts";
import { pauseReasonOf as chainReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { addressesWithin, addressWithin, type DepositDeps } from "../deposits/deposit-address.ts";
import { refuse } from "../terms/refusals.ts";
import { isTooLittle, openApproved, openWithdrawal } from "../withdrawals/open-withdrawal.ts";
import {
  allowanceOf,
  allowancesOf,
  closedReasonOf,
  EMPTY,
  neededSatsFor,
  takingOf,
  type FaucetLimits,
} from "./allowance.ts";
import { takeForNetworks, takeForUsers } from "./faucet-table.ts";
import {
  decideGrant,
  newGrant,
  overLimit,
  overShares,
  sharedTakings,
  type FaucetRequest,
} from "./grant.ts";

export interface GivingDeps extends DepositDeps, FaucetLimits {
  readonly treasury: Treasury;
}

export interface Grant {
  readonly id: string;
  readonly address: string;
  readonly amountSats: bigint;
}

/** One grant in its own transaction. Throws its refusals. */
export function giveSingle(deps: GivingDeps, request: FaucetRequest): Promise<Grant> {
  return runOnce(deps.database, request.request, (tx) => giveOne(tx, deps, request)).catch(
    (error: unknown) => {
      throw isTooLittle(error) ? refuse.faucet_closed({ reason: EMPTY }) : error;
    },
  );
}

async function giveOne(
  tx: DatabaseTransaction,
  deps: GivingDeps,
  request: FaucetRequest,
): Promise<Grant> {
  const { account, clock, treasury } = deps;
  const { userId, origin } = request;
  await requirePerson(tx, userId);
  // Takes its lock first: a batch only tries it, and waits for no user.
  const to = await addressWithin(tx, deps, userId);
  const now = clock.now();
  const readAllowance = () => allowanceOf(tx, deps, { userId, origin, now });
  const planned = decideGrant(await readAllowance(), request);
  const { allowance, amountSats } = planned;
  if (!(await takeForUsers(tx, new Map([[userId, amountSats]]), takingOf(allowance, now))))
    throw overLimit(await readAllowance());
  const wantedSats = neededSatsFor(amountSats);
  const spareSats = await claimSpareSats(tx, treasury, { now, wantedSats });
  const reason = await closedReasonOf(tx, amountSats, spareSats);
  if (reason !== null) throw refuse.faucet_closed({ reason });
  // As late as possible: other grants wait for these rows until the commit.
  if (!(await takeForNetworks(tx, sharedTakings([planned]), allowance.day)))
    throw overShares(await readAllowance(), amountSats);
  const grant = newGrant({ userId, amountSats, now, network: account.network, to });
  await openWithdrawal(tx, grant);
  return { id: grant.id, address: to.address, amountSats };
}

/**
 * Grants to different users in one transaction, with the same effects as singly. Throws
 * `NotBatchable` for requests that would be refused and for users with a locked row; for all of
 * them when coins are short or a network has had nearly all it may have.
 */
export async function giveBatch(
  tx: DatabaseTransaction,
  deps: GivingDeps,
  requests: readonly FaucetRequest[],
): Promise<readonly Grant[]> {
  const { account, clock, treasury } = deps;
  const userIds = requests.map(({ userId }) => userId);
  const [locks, present] = await Promise.all([
    addressesLock.tryEach(tx, userIds),
    presentPersons(tx, userIds),
  ]);
  excludeFromBatch(userIds, (userId, place) => !locks[place] || !present.has(userId));
  const now = clock.now();
  const [allowances, cursor] = await Promise.all([
    allowancesOf(tx, deps, { askers: requests, now }),
    readCursor(tx),
  ]);
  const planned = decideBatch(requests, (request, place) => {
    const allowance = allowances[place];
    return allowance && decideGrant(allowance, request);
  });
  const [first] = allowances;
  const noneBatchable = () => new NotBatchable(requests.keys());
  if (!first || chainReasonOf(cursor) !== undefined) throw noneBatchable();
  const wanted = new Map(planned.map(({ userId, amountSats }) => [userId, amountSats]));
  const [isTaken, addresses] = await Promise.all([
    takeForUsers(tx, wanted, takingOf(first, now)),
    addressesWithin(tx, deps, userIds),
  ]);
  if (!isTaken) throw noneBatchable();
  const wantedSats = planned.reduce((sum, { amountSats }) => sum + neededSatsFor(amountSats), 0n);
  if ((await claimSpareSats(tx, treasury, { now, wantedSats })) < wantedSats) throw noneBatchable();
  const grants = addresses.map((to, place) => {
    const { userId = "", amountSats = 0n } = planned[place] ?? {};
    return newGrant({ userId, amountSats, now, network: account.network, to });
  });
  const [isWithinNetworks, results] = await Promise.all([
    takeForNetworks(tx, sharedTakings(planned), first.day),
    openApproved(tx, grants),
  ]);
  if (!isWithinNetworks || results.some((isSetAside) => !isSetAside)) throw noneBatchable();
  return grants.map(({ id, address, amountSats }) => ({ id, address, amountSats }));
}
