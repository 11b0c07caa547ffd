/**
 * Returns coins from the cold to the hot wallet. One administrator proposes an amount, another
 * administrator approves it, and the transaction is exported for the key holders. Its coins stay
 * reserved until the signed transaction is imported. Until then, either administrator can cancel
 * the return.
 */
import { BTC_DECIMALS, formatAmount } from "#money";
import { newId, type DatabaseTransaction, type Queryable } from "#platform";
import { ableAdministrators } from "#users";
import { CHANGE, type Account, type DerivedAddress } from "../chain/account.ts";
import { insertAddress, nextChangeIndex } from "../chain/addresses-table.ts";
import { COIN_AGES, CONFIRMATIONS } from "../chain/chain-rules.ts";
import { lockCursor, readCursor } from "../chain/chain-table.ts";
import { sumSpendable } from "../chain/coins-table.ts";
import { postedCold } from "../terms/posted-limits.ts";
import { refuse as walletRefusals } from "../terms/refusals.ts";
import { sumUnreserved } from "../withdrawals/withdrawal-figures.ts";
import {
  nextColdIndex,
  scriptsAhead,
  useColdAddress,
  watchScripts,
} from "./cold-addresses-table.ts";
import { listReturnable, releaseCold, reserveCold, type ColdCoinRow } from "./cold-coins-table.ts";
import { coldRefusals as refuse } from "./cold-refusals.ts";
import {
  insertReturn,
  lockReturn,
  markApproved,
  markCancelled,
  returnHash,
  type NewReturn,
  type ReturnRow,
} from "./cold-returns-table.ts";
import { findDescriptor, isSetByTwo } from "./descriptors-table.ts";
import { parseDescriptor, type ColdDescriptor, type ColdScript } from "./descriptor.ts";
import {
  mostReturned,
  planReturn,
  RETURNED_COINS_MAX,
  unsignedReturn,
  type ReturnPlan,
} from "./plan-return.ts";

export const RETURNED_SATS_MIN = 1_000n;

interface Act {
  readonly by: string;
  readonly now: Date;
}

export interface PlannedReturn {
  readonly descriptorId: string;
  readonly plan: ReturnPlan<ColdCoinRow>;
  readonly psbt: string;
  readonly txid: string;
  readonly hot: DerivedAddress;
  readonly change: ColdScript;
  readonly ahead: readonly ColdScript[];
}

interface Asked {
  readonly descriptorId: string;
  readonly amountSats: bigint;
  /** The node's fee rate; undefined if the node provides none or the rate is too high. */
  readonly rateSatsPerKvb: bigint | undefined;
}

/**
 * Plans a return. Call this before starting the transaction that saves the return, because deriving
 * keys is slow. Throws a Refusal if the amount cannot be returned.
 */
export async function planColdReturn(
  queryable: Queryable,
  account: Account,
  { descriptorId, amountSats, rateSatsPerKvb }: Asked,
): Promise<PlannedReturn> {
  if (amountSats < RETURNED_SATS_MIN) throw refuse.cold_amount();
  const row = await findDescriptor(queryable, descriptorId);
  if (!row || !isSetByTwo(row)) throw refuse.cold_not_found();
  if (rateSatsPerKvb === undefined) throw refuse.cold_no_rate();
  const descriptor = parseDescriptor(row.descriptor, account);
  const coins = await returnableCoins(queryable, descriptorId);
  const { unused, end } = await nextColdIndex(queryable, descriptorId);
  const change = descriptor.derive(unused);
  const wish = { feeRateSatsPerKvb: rateSatsPerKvb, descriptor, coldScriptHex: change.scriptHex };
  const plan = planReturn(coins, { ...wish, amountSats });
  if (!plan)
    throw refuse.cold_too_little({ has: formatAmount(mostReturned(coins, wish), BTC_DECIMALS) });
  await refuseAboveCeiling(queryable, plan.amountSats);
  const hot = account.derive(CHANGE, await nextChangeIndex(queryable));
  const unsigned = unsignedReturn(plan, { descriptor, hotScriptHex: hot.scriptHex, change });
  const ahead = scriptsAhead(descriptor, { end, used: unused });
  return { descriptorId, plan, ...unsigned, hot, change, ahead };
}

/** Returns the maximum amount that can be requested at the lowest fee rate, for display. */
export async function returnableSats(
  queryable: Queryable,
  descriptorId: string,
  wish: { readonly descriptor: ColdDescriptor; readonly feeRateSatsPerKvb: bigint },
): Promise<bigint> {
  const coins = await returnableCoins(queryable, descriptorId);
  return mostReturned(coins, { ...wish, coldScriptHex: "" });
}

async function returnableCoins(queryable: Queryable, descriptorId: string) {
  const tip = await readCursor(queryable);
  if (!tip) return [];
  const of = { descriptorId, tip, confirmations: CONFIRMATIONS, limit: RETURNED_COINS_MAX };
  return listReturnable(queryable, of);
}

/**
 * Throws a Refusal if the amount would exceed the hot wallet's ceiling, because the excess would be
 * sent back to the cold wallet.
 */
async function refuseAboveCeiling(queryable: Queryable, amountSats: bigint): Promise<void> {
  const { ceiling, rateMax } = await postedCold(queryable);
  const tip = await readCursor(queryable);
  if (rateMax === 0n || !tip) return;
  const hotSats = await sumSpendable(queryable, { tip, ages: COIN_AGES.settled });
  if (hotSats + amountSats - (await sumUnreserved(queryable)) > ceiling)
    throw refuse.cold_above_ceiling({ ceiling: formatAmount(ceiling, BTC_DECIMALS) });
}

/**
 * Saves a proposed return and reserves its coins. Throws a Refusal if another return is open or a
 * coin is no longer available.
 */
export async function proposeColdReturn(
  tx: DatabaseTransaction,
  planned: PlannedReturn,
  { reason, by, now }: Act & { readonly reason: string },
): Promise<NewReturn> {
  const cursor = await lockCursor(tx);
  if (cursor.lockedReason !== null) throw walletRefusals.payments_locked();
  const { plan, descriptorId, hot, change } = planned;
  const row: NewReturn = {
    id: newId("slf", now),
    descriptorId,
    amountSats: plan.amountSats,
    minerFeeSats: plan.minerFeeSats,
    coins: plan.coins.length,
    coinsSats: plan.coinsSats,
    virtualSize: Number(plan.virtualSize),
    txid: planned.txid,
    psbt: planned.psbt,
    address: hot.address,
    reason,
    proposedBy: by,
    proposedAt: now,
  };
  if (!(await insertReturn(tx, row))) throw refuse.cold_return_waits();
  if (!(await reserveCold(tx, plan.coins, row.id))) throw refuse.cold_coins_gone();
  await insertAddress(tx, hot, { purpose: "change", now });
  await watchScripts(tx, planned.ahead, { descriptorId, now });
  if (plan.changeSats > 0n && !(await useColdAddress(tx, change.scriptHex, now)))
    throw refuse.cold_coins_gone();
  return row;
}

/** Approves a proposed return. Throws a Refusal if the administrator is its proposer. */
export async function approveColdReturn(
  tx: DatabaseTransaction,
  { id, approvalHash, by, now }: Act & { readonly id: string; readonly approvalHash: string },
): Promise<ReturnRow> {
  await lockCursor(tx);
  const row = await lockReturn(tx, id);
  if (!row) throw refuse.cold_not_found();
  if (row.state !== "proposed") throw refuse.cold_decided();
  if (row.proposedBy === by) throw refuse.cold_own_proposal();
  if (returnHash(row) !== approvalHash) throw refuse.cold_approval_stale();
  const able = await ableAdministrators(tx, { userIds: [row.proposedBy], now });
  if (able.length === 0) throw refuse.cold_proposer_gone();
  await markApproved(tx, id, { by, now });
  return row;
}

/**
 * Cancels a return. Throws a Refusal if it is too late to cancel. If key holders sign the exported
 * transaction anyway and another wallet broadcasts it, the return is imported from the chain.
 */
export async function cancelColdReturn(
  tx: DatabaseTransaction,
  { id, by, now, reason }: Act & { readonly id: string; readonly reason: string },
): Promise<ReturnRow> {
  await lockCursor(tx);
  const row = await lockReturn(tx, id);
  if (!row) throw refuse.cold_not_found();
  if (row.state !== "proposed" && row.state !== "approved") throw refuse.cold_decided();
  await markCancelled(tx, id, { by, now, reason });
  await releaseCold(tx, id);
  return row;
}
