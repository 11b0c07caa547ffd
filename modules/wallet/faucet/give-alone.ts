/** One grant of the faucet in a transaction of its own, with all its refusals. */
import { newId, runOnce, type DatabaseTransaction, type IdempotentRequest } from "#platform";
import { claimSpareSats, type Treasury } from "#treasury";
import { requirePerson } from "#users";
import { addressWithin, type DepositParts } from "../deposits/deposit-address.ts";
import { refuse } from "../terms/refusals.ts";
import { isTooLittle, openWithdrawal } from "../withdrawals/open-withdrawal.ts";
import type { NewWithdrawal } from "../withdrawals/withdrawals-table.ts";
import {
  allowanceOf,
  closedReasonOf,
  EMPTY,
  mostSatsOf,
  neededSatsFor,
  overLimit,
  overShares,
  pauseReasonOf,
  refusalOf,
  takingOf,
  type Allowance,
  type Asker,
  type FaucetLimits,
} from "./allowance.ts";
import { takeForNetworks, takeForUsers, type SharedTaking } from "./faucet-table.ts";

export interface GivingParts extends DepositParts, FaucetLimits {
  readonly treasury: Treasury;
}

export interface FaucetRequest extends Asker {
  /** All that is left of the day's allowance when absent. */
  readonly amountSats: bigint | undefined;
  readonly request: IdempotentRequest;
}

export interface Grant {
  readonly id: string;
  readonly address: string;
  readonly amountSats: bigint;
}

export function giveAlone(parts: GivingParts, asked: FaucetRequest): Promise<Grant> {
  return runOnce(parts.database, asked.request, (tx) => give(tx, parts, asked)).catch(
    (error: unknown) => {
      throw isTooLittle(error) ? refuse.faucet_closed({ reason: EMPTY }) : error;
    },
  );
}

async function give(
  tx: DatabaseTransaction,
  parts: GivingParts,
  { userId, origin, amountSats: wanted }: FaucetRequest,
): Promise<Grant> {
  const { account, clock, treasury } = parts;
  await requirePerson(tx, userId);
  // Its lock comes first: who gives to many together only tries it, and waits for nobody.
  const to = await addressWithin(tx, parts, userId);
  const now = clock.now();
  const ask = () => allowanceOf(tx, parts, { userId, origin, now });
  const allowance = await ask();
  const amountSats = wanted ?? mostSatsOf(allowance);
  const refusal = refusalOf(allowance, amountSats);
  if (refusal) throw refusal;
  const pause = pauseReasonOf(allowance);
  if (pause !== null) throw refuse.faucet_closed({ reason: pause });
  if (!(await takeForUsers(tx, new Map([[userId, amountSats]]), takingOf(allowance, now))))
    throw overLimit(await ask());
  // After the rows of this user and address, before the ledger's: the order of everybody who takes
  // of the treasury.
  const spareSats = await claimSpareSats(tx, treasury, {
    now,
    wantedSats: neededSatsFor(amountSats),
  });
  const reason = await closedReasonOf(tx, amountSats, spareSats);
  if (reason !== null) throw refuse.faucet_closed({ reason });
  // As late as possible: other grants wait for these rows until the commit.
  const shared = sharedTakings([{ allowance, amountSats }]);
  if (!(await takeForNetworks(tx, shared, allowance.day)))
    throw overShares(await ask(), amountSats);
  const grant = newGrant({ userId, amountSats, now, network: account.network, to });
  await openWithdrawal(tx, grant);
  return { id: grant.id, address: to.address, amountSats };
}

interface PlannedGrant {
  readonly allowance: Allowance;
  readonly amountSats: bigint;
}

/** What these grants take of each sum that users share, by its name. */
export function sharedTakings(grants: readonly PlannedGrant[]): ReadonlyMap<string, SharedTaking> {
  const takings = new Map<string, SharedTaking>();
  for (const { allowance, amountSats } of grants)
    for (const { name, limitSats } of [...allowance.networks, allowance.total])
      takings.set(name, { sats: (takings.get(name)?.sats ?? 0n) + amountSats, limitSats });
  return takings;
}

/** A payment of the house to that address of the user's own. */
export function newGrant({
  now,
  to,
  ...grant
}: Pick<NewWithdrawal, "userId" | "amountSats" | "network"> & {
  readonly now: Date;
  readonly to: Pick<NewWithdrawal, "address" | "scriptHex">;
}): NewWithdrawal {
  return {
    ...grant,
    id: newId("fct", now),
    address: to.address,
    scriptHex: to.scriptHex,
    purpose: "faucet",
    method: "wallet",
    feeSats: 0n,
    requestedAt: now,
    approvalsRequired: 0,
    daySats: null,
  };
}
