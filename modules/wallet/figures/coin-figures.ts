/**
 * Computes the totals of the wallet's coins by origin and availability, for administrators. Reads
 * only unspent coins, so the cost does not grow with the number of spent coins.
 */
import type { Queryable } from "#platform";
import { COIN_AGES } from "../chain/chain-rules.ts";
import { readCursor } from "../chain/chain-table.ts";

export interface CoinSum {
  readonly kind: "deposit" | "change" | "coinbase";
  /**
   * `last`: a deposit that a deep reorg could still remove, so it is spent only if no other coin is
   * left. `young`: not enough confirmations. `reserved`: reserved for a payment.
   */
  readonly standing: "spendable" | "last" | "young" | "reserved";
  readonly count: number;
  readonly sats: bigint;
}

interface CoinRow extends CoinSum {
  readonly smallCount: number;
  readonly smallSats: bigint;
  readonly smallestSats: bigint;
  readonly largestSats: bigint;
}

export interface CoinFigures {
  readonly sums: readonly CoinSum[];
  readonly smallestSats: bigint | null;
  readonly largestSats: bigint | null;
  /** Coins that cost more to spend than they are worth; null if the fee rate is unknown. */
  readonly small: { readonly count: number; readonly sats: bigint } | null;
}

const SUMS = `select kind, standing, count(*)::int as count, sum(amount_sats)::bigint as sats,
    count(*) filter (where amount_sats < $4)::int as "smallCount",
    coalesce(sum(amount_sats) filter (where amount_sats < $4), 0)::bigint as "smallSats",
    min(amount_sats) as "smallestSats", max(amount_sats) as "largestSats"
  from (select amount_sats,
      case when is_coinbase then 'coinbase' when is_change then 'change' else 'deposit' end as kind,
      case when reserved_by is not null then 'reserved'
        when $1::integer - height + 1 >= case when is_change and not is_coinbase then $2::integer else $3::integer end then 'spendable'
        when not is_coinbase and not is_change and $1 - height + 1 >= $5::integer then 'last'
        else 'young' end as standing
    from wallet_coins where height is not null and spent_txid is null) as coins
  group by kind, standing order by kind, standing`;

/**
 * Returns the totals. `inputSats` is the current cost of spending one more coin, or null if it is
 * unknown.
 */
export async function coinFigures(
  queryable: Queryable,
  inputSats: bigint | null,
): Promise<CoinFigures> {
  const tip = await readCursor(queryable);
  const { settled, fresh } = COIN_AGES;
  const rows = await queryable.query<CoinRow>(SUMS, [
    tip?.height ?? 0,
    settled.change,
    settled.coinbase,
    inputSats,
    fresh.deposit,
  ]);
  return {
    sums: rows.map(({ kind, standing, count, sats }) => ({ kind, standing, count, sats })),
    smallestSats: rows.map(({ smallestSats }) => smallestSats).reduce(least, null),
    largestSats: rows.map(({ largestSats }) => largestSats).reduce(most, null),
    small: inputSats === null ? null : smallOf(rows),
  };
}

function smallOf(rows: readonly CoinRow[]): { count: number; sats: bigint } {
  return {
    count: rows.reduce((sum, { smallCount }) => sum + smallCount, 0),
    sats: rows.reduce((sum, { smallSats }) => sum + smallSats, 0n),
  };
}

function least(one: bigint | null, other: bigint): bigint {
  return one === null || other < one ? other : one;
}

function most(one: bigint | null, other: bigint): bigint {
  return one === null || other > one ? other : one;
}
