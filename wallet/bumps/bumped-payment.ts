/** A payment on its way as what its higher fee is planned from. */
import { parseTransaction } from "#bitcoin";
import type { Queryable } from "#platform";
import { payoutSatsOf } from "../books/withdrawal-legs.ts";
import { COIN_AGES } from "../chain/chain-rules.ts";
import type { Cursor } from "../chain/chain-table.ts";
import {
  listCandidates,
  listReservedCoins,
  listReservers,
  type CoinRow,
} from "../chain/coins-table.ts";
import { signed } from "../withdrawals/return-conflicted.ts";
import { listVersions } from "../withdrawals/versions-table.ts";
import type { WithdrawalRow } from "../withdrawals/withdrawals-table.ts";
import { planBump, type Bumped, type BumpPlan } from "./plan-bump.ts";

export interface BumpedPayment {
  readonly bumped: Bumped;
  readonly virtualSize: number;
  readonly coins: readonly CoinRow[];
  /** Scripts of the change outputs, in their order. */
  readonly changeScripts: readonly string[];
  /** Of the version that comes next. */
  readonly nextNumber: number;
}

/**
 * Undefined for one whose fee cannot be raised: no block may hold it, nor have held it until it was
 * out of the books, it is alone in its transaction, and that is the newest one that was signed for
 * it, of coins that are all there, and with change that nothing builds on, as may be after a
 * reorganisation.
 */
export async function bumpedPayment(
  queryable: Queryable,
  withdrawal: WithdrawalRow,
): Promise<BumpedPayment | undefined> {
  const { id, purpose, state, book, txid, rawHex, virtualSize, scriptHex } = withdrawal;
  const isOnItsWay = (state === "broadcast" || state === "in_mempool") && book === "set-aside";
  if (purpose !== "user" || !isOnItsWay || rawHex === null || virtualSize === null)
    return undefined;
  const { inputs, outputs } = parseTransaction(rawHex);
  const spent = new Set(inputs.map((input) => `${input.txid}:${input.outputIndex}`));
  const coins = (await listReservedCoins(queryable, id)).filter(
    (coin) => spent.has(`${coin.txid}:${coin.vout}`) && isThere(coin),
  );
  const versions = await listVersions(queryable, id);
  const newest = versions.at(-1);
  if (coins.length !== inputs.length || (newest && newest.txid !== txid)) return undefined;
  if (txid === null || (await listReservers(queryable, txid)).length > 0) return undefined;
  const changeScripts = outputs.slice(1).map((output) => output.scriptHex);
  return {
    coins,
    changeScripts,
    virtualSize,
    nextNumber: (newest?.number ?? 0) + 1,
    bumped: {
      coins: coins.length,
      coinsSats: coins.reduce((sum, { amountSats }) => sum + amountSats, 0n),
      payoutScriptHex: scriptHex,
      payoutSats: payoutSatsOf(withdrawal),
      changeOutputs: changeScripts.length,
      minerFeeSats: signed(withdrawal).minerFeeSats,
    },
  };
}

/** Undefined when that rate would cost more than a miner ever gets. */
export async function planAt(
  queryable: Queryable,
  { bumped }: BumpedPayment,
  at: { readonly cursor: Cursor; readonly feeRateSatsPerVb: number },
): Promise<BumpPlan<CoinRow> | undefined> {
  const rate = BigInt(at.feeRateSatsPerVb) * 1_000n;
  return (
    planBump<CoinRow>(bumped, rate, []) ??
    planBump(bumped, rate, await listJoining(queryable, at.cursor))
  );
}

/** Coins that may join; the smallest that brings enough is taken. */
function listJoining(queryable: Queryable, tip: Cursor): Promise<CoinRow[]> {
  const wanted = { coinsMax: JOINING_MAX, amountsSats: [1_000n, 10_000n, 100_000n] };
  return listCandidates(queryable, { tip, ages: COIN_AGES.settled }, wanted);
}

const JOINING_MAX = 8;

function isThere({ height, spentTxid }: CoinRow): boolean {
  return height !== null && spentTxid === null;
}
