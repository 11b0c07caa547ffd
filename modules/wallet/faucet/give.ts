/**
 * Pays granted amounts to one or more users. All code that spends treasury coins acquires its locks
 * in the same order: users and addresses, treasury, shared totals, ledger.
 */
import {
  decideAll,
  excludeFromBatch,
  refuseAll,
  runSingle,
  type DatabaseTransaction,
  type Refusal,
  type RunMode,
  type UseCase,
} from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { lockPersons } from "#users";
import { addressesLock } from "../chain/addresses-table.ts";
import { pauseReasonOf as chainReasonOf } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";
import { addressesWithin, type DepositDeps } from "../deposits/deposit-address.ts";
import { refuse } from "../terms/refusals.ts";
import { isTooLittle, openApproved } from "../withdrawals/open-withdrawal.ts";
import {
  allowancesOf,
  closedReasonOf,
  EMPTY,
  neededSatsFor,
  takingOf,
  type Allowance,
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

export function faucetGrants(
  deps: GivingDeps,
  publish: (request: FaucetRequest) => void,
): UseCase<FaucetRequest, Grant> {
  return {
    database: deps.database,
    run: (tx, requests, mode) => give(tx, deps, requests, mode),
    publish,
  };
}

/** Pays a single grant. Throws a Refusal if the grant is not allowed. */
export function giveSingle(
  deps: GivingDeps,
  request: FaucetRequest,
  publish: (request: FaucetRequest) => void = () => undefined,
): Promise<Grant> {
  return runSingle(faucetGrants(deps, publish), request).catch((error: unknown) => {
    throw isTooLittle(error) ? refuse.faucet_closed({ reason: EMPTY }) : error;
  });
}

async function give(
  tx: DatabaseTransaction,
  deps: GivingDeps,
  requests: readonly FaucetRequest[],
  mode: RunMode,
): Promise<readonly Grant[]> {
  const { account, clock, treasury } = deps;
  const userIds = requests.map(({ userId }) => userId);
  const [present, locks] = await Promise.all([
    lockPersons(tx, userIds, mode),
    addressesLock.take(tx, userIds, mode),
  ]);
  excludeFromBatch(userIds, (_, place) => !locks[place] || !present[place]);
  const now = clock.now();
  const readAllowances = () => allowancesOf(tx, deps, { askers: requests, now });
  const [allowances, cursor] = await Promise.all([readAllowances(), readCursor(tx)]);
  const planned = decideAll(mode, requests, (request, place) => {
    const allowance = allowances[place];
    return allowance && decideGrant(allowance, request);
  });
  const [first] = planned;
  if (!first) return [];
  const wanted = new Map(planned.map(({ userId, amountSats }) => [userId, amountSats]));
  const [isTaken, addresses] = await Promise.all([
    takeForUsers(tx, wanted, takingOf(first.allowance, now)),
    addressesWithin(tx, deps, userIds),
  ]);
  const refuseFor = (refusalOf: (allowance: Allowance) => Refusal) =>
    refuseAll(mode, requests, async () => {
      const [allowance] = await readAllowances();
      return refusalOf(allowance ?? first.allowance);
    });
  if (!isTaken) await refuseFor(overLimit);
  const neededSats = planned.reduce((sum, { amountSats }) => sum + neededSatsFor(amountSats), 0n);
  const means = {
    neededSats,
    spareSats: await claimSpareSats(tx, treasury, { now, wantedSats: neededSats }),
    chainReason: chainReasonOf(cursor),
  };
  const reason = await closedReasonOf(tx, means);
  if (reason !== null) await refuseAll(mode, requests, () => refuse.faucet_closed({ reason }));
  const grants = addresses.map((to, place) => {
    const { userId, amountSats } = planned[place] ?? first;
    return newGrant({ userId, amountSats, now, network: account.network, to });
  });
  const [isWithinShares] = await Promise.all([
    // Runs as late as possible, because concurrent grants wait for these rows until the commit.
    takeForNetworks(tx, sharedTakings(planned), first.allowance.day),
    openApproved(tx, mode, grants),
  ]);
  if (!isWithinShares) await refuseFor((allowance) => overShares(allowance, first.amountSats));
  return grants.map(({ id, address, amountSats }) => ({ id, address, amountSats }));
}
