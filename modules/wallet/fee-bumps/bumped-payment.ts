/** Reads the data of an unmined payment that is needed to plan a fee bump. */
import { parseTransaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { COIN_AGES } from "../chain/chain-rules.ts";
import type { Cursor } from "../chain/chain-table.ts";
import {
  listCandidates,
  listReservedCoins,
  listReservers,
  type CoinRow,
} from "../chain/coins-table.ts";
import { payoutOf } from "../coins/build-psbt.ts";
import { isGivingUp, listOfPayment } from "../self-transfers/self-transfers-table.ts";
import { listBatch } from "../withdrawals/payment-batches.ts";
import { requireSigned } from "../withdrawals/return-conflicted.ts";
import { listVersions } from "../withdrawals/versions-table.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { planFeeBump, type BumpedTransaction, type FeeBumpPlan } from "./plan-fee-bump.ts";

export interface BumpedPayment {
  /**
   * All withdrawals of the batch, in output order. The first withdrawal's row stores the coins and
   * the signed bytes.
   */
  readonly batch: readonly WithdrawalRow[];
  readonly bumped: BumpedTransaction;
  readonly virtualSize: number;
  readonly coins: readonly CoinRow[];
  readonly changeScripts: readonly string[];
  /** Number of the payment's next version. */
  readonly nextNumber: number;
}

/**
 * Returns the payment, or undefined if its fee cannot be raised. The fee can be raised if all of
 * these conditions are met:
 * - The payment is sent, but neither mined nor posted, and was not found on the chain after a
 *   restore.
 * - Its transaction is the newest signed version.
 * - All of its coins are still in the chain and unspent.
 * - No other payment or CPFP transaction spends its change.
 * - The payment is not being abandoned.
 */
export async function bumpedPayment(
  queryable: Queryable,
  withdrawal: WithdrawalRow,
): Promise<BumpedPayment | undefined> {
  const batch = await listBatch(queryable, withdrawal.paidWith ?? withdrawal.id);
  const [first] = batch;
  if (!first || !batch.every(isOnItsWay)) return undefined;
  const { id, txid, rawHex, virtualSize } = first;
  if (rawHex === null || virtualSize === null) return undefined;
  const { inputs, outputs } = parseTransaction(rawHex);
  const spent = new Set(inputs.map((input) => `${input.txid}:${input.outputIndex}`));
  const coins = (await listReservedCoins(queryable, id)).filter(
    (coin) => spent.has(`${coin.txid}:${coin.vout}`) && isThere(coin),
  );
  const versions = await listVersions(queryable, id);
  const newest = versions.at(-1);
  if (coins.length !== inputs.length || (newest && newest.txid !== txid)) return undefined;
  if (txid === null || (await listReservers(queryable, txid)).length > 0) return undefined;
  if ((await listOfPayment(queryable, id)).some(isGivingUp)) return undefined;
  const changeScripts = outputs.slice(batch.length).map((output) => output.scriptHex);
  return {
    batch,
    coins,
    changeScripts,
    virtualSize,
    nextNumber: (newest?.number ?? 0) + 1,
    bumped: {
      coins: coins.length,
      coinsSats: coins.reduce((sum, { amountSats }) => sum + amountSats, 0n),
      payouts: batch.map(payoutOf),
      changeOutputs: changeScripts.length,
      minerFeeSats: batch.reduce((sum, one) => sum + requireSigned(one).minerFeeSats, 0n),
    },
  };
}

function isOnItsWay({ purpose, state, book, foundAt }: WithdrawalRow): boolean {
  const isSent = state === "broadcast" || state === "in_mempool";
  return purpose === "user" && isSent && book === "set-aside" && foundAt === null;
}

/** Returns the plan, or undefined if the fee at this rate would exceed the maximum miner's fee. */
export async function planAt(
  queryable: Queryable,
  { bumped }: BumpedPayment,
  at: { readonly cursor: Cursor; readonly feeRateSatsPerVb: number },
): Promise<FeeBumpPlan<CoinRow> | undefined> {
  const rate = BigInt(at.feeRateSatsPerVb) * 1_000n;
  return (
    planFeeBump<CoinRow>(bumped, rate, []) ??
    planFeeBump(bumped, rate, await listExtraCoins(queryable, at.cursor))
  );
}

/** Returns candidates for the extra coin of a bump. The bump adds the smallest sufficient one. */
export function listExtraCoins(queryable: Queryable, tip: Cursor): Promise<CoinRow[]> {
  const wanted = { coinsMax: EXTRA_COINS_MAX, amountsSats: [1_000n, 10_000n, 100_000n] };
  return listCandidates(queryable, { tip, ages: COIN_AGES.settled }, wanted);
}

const EXTRA_COINS_MAX = 8;

function isThere({ height, spentTxid }: CoinRow): boolean {
  return height !== null && spentTxid === null;
}
