/**
 * Counts mining's obligations: the future pay of all running contracts and boosts at the current
 * reference values. The shop counts the pay of rigs together with their buyback price.
 */
import {
  DAY_MS,
  earnedNanosats,
  hashesPerSecond,
  NANOSATS_PER_SAT,
  type HashesPerSecond,
  type RewardTerms,
} from "#economics";
import { mulDiv } from "#money";
import type { Queryable } from "#platform";
import {
  LIQUIDITY_MS,
  type CountedAt,
  type Liabilities,
  type Obligations,
  type Sale,
} from "#treasury";
import type { HashRateSourceKind } from "../accrual/hash-rate-sources-table.ts";
import { SWITCHED_UNTIL } from "../accrual/miners-table.ts";
import { dueWork, workAhead } from "../work/work-obligations.ts";

const NAMES = {
  contract: "Contracts",
  boost: "Boosts",
  rig: "Rigs: pay since their last payout",
} as const satisfies Record<HashRateSourceKind, string>;
const WORK = "Own machines: measured work not paid yet";

/** Returns the operator's mining obligations, assuming that all users leave mining switched on. */
export const miningLiabilities =
  (waitHours: number): Liabilities =>
  async (queryable, at) => {
    const modelled = await openPay(queryable, at, null);
    const work = await dueWork(queryable, { ...at, waitHours });
    return [
      ...modelled.map(({ kind, open, sats }) => ({ name: NAMES[kind], open, owedSats: sats })),
      ...(work.owedSats > 0n ? [{ name: WORK, open: work.open, owedSats: work.owedSats }] : []),
    ].map((one) => ({ ...one, heldSats: 0n, isSetAside: false, closedReason: null }));
  };

export const miningObligations =
  (waitHours: number): Obligations =>
  async (queryable, { milliseconds, ...at }) => {
    const until = new Date(at.now.getTime() + Number(milliseconds));
    const kinds = await openPay(queryable, at, until);
    const work = await dueWork(queryable, { ...at, waitHours });
    const ahead = await workAhead(queryable, { ...at, waitHours }, milliseconds);
    return kinds.reduce((sum, { sats }) => sum + sats, work.owedSats + ahead);
  };

interface OpenPay {
  readonly kind: HashRateSourceKind;
  readonly open: number;
  /** Total pay in satoshis, rounded up. */
  readonly sats: bigint;
}

/**
 * Returns the pay for contracts and boosts until their end or `until`, plus the unpaid time and the
 * carried fractions of all hash-rate sources.
 */
async function openPay(
  queryable: Queryable,
  { now, reference }: CountedAt,
  until: Date | null,
): Promise<OpenPay[]> {
  const rows = await queryable.query<Omit<OpenPay, "sats"> & { hashes: string; carried: string }>(
    `select kind, count(*)::int as open, sum(carried)::text as carried, (sum(ahead) + sum(behind))::text as hashes
     from (
       select e.kind, e.nanosats - e.posted_sats * 1000000000 as carried,
         coalesce(ceil(hash_rate * greatest(0, extract(epoch from least(ends_at, $2::timestamptz) - $1::timestamptz)) * 1000), 0)
           * (kind <> 'rig')::int as ahead,
         coalesce((
           select sum(ceil(e.hash_rate * greatest(0,
             extract(epoch from least(s.off_at, e.ends_at, $1) - greatest(s.on_at, e.accrued_until))) * 1000))
           from mining_switches s where s.user_id = e.user_id and ${SWITCHED_UNTIL} > e.accrued_until
         ), 0) as behind
       from mining_earners e left join mining_rigs r using (id)
       where e.closed_at is null and r.stopped_at is null
     ) as earner group by kind order by array_position('{contract,boost,rig}', kind)`,
    [now, until],
  );
  return rows.map(({ kind, open, hashes, carried }) => {
    const worked = earnedNanosats(hashesPerSecond(BigInt(hashes)), 1n, reference);
    const sats = mulDiv(worked + BigInt(carried), 1n, NANOSATS_PER_SAT, "up");
    return { kind, open, sats };
  });
}

export interface HashRateSale {
  readonly hashRate: HashesPerSecond;
  readonly milliseconds: bigint;
  readonly priceSats: bigint;
}

/**
 * Returns a sale as the treasury's obligations: the pay for the whole duration, and the part that
 * must be available as coins.
 */
export function saleOf(
  { hashRate, milliseconds, priceSats }: HashRateSale,
  reference: RewardTerms,
): Sale {
  const dueMs = milliseconds < LIQUIDITY_MS ? milliseconds : LIQUIDITY_MS;
  return {
    priceSats,
    owedSats: paySats(hashRate, milliseconds, reference),
    dueSats: paySats(hashRate, dueMs, reference),
  };
}

/** Returns the maximum daily earnings of this hash rate, in whole satoshis. */
export function paySatsPerDay(hashRate: HashesPerSecond, reference: RewardTerms): bigint {
  return paySats(hashRate, DAY_MS, reference);
}

function paySats(hashRate: HashesPerSecond, milliseconds: bigint, terms: RewardTerms): bigint {
  return mulDiv(earnedNanosats(hashRate, milliseconds, terms), 1n, NANOSATS_PER_SAT, "up");
}
