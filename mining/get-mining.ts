/**
 * What a user's mining looks like now: hash rate, estimate, contracts, rigs, boost and earnings,
 * with the inputs they rest on.
 */
import {
  addHashRates,
  DAY_MS,
  expectedResult,
  NANOSATS_PER_SAT,
  type ExpectedResult,
  type HashesPerSecond,
} from "#economics";
import type { Clock, Queryable } from "#platform";
import {
  contractsOf,
  runningBoost,
  runningTotals,
  totalsOf,
  type Boost,
  type Contract,
} from "./contracts-table.ts";
import { findMiner } from "./miners-table.ts";
import { daysOf, utcDay } from "./payouts-table.ts";
import { allReferenceValues, referenceValuesAt, type ReferenceValues } from "#treasury";
import { rigsOf, type Rig } from "./rigs-table.ts";
import type { Tariff } from "./segments.ts";
import { tariffAt } from "./set-tariff.ts";

const DAYS_SHOWN = 31n;

export interface MiningView {
  readonly now: Date;
  readonly miningSince: Date | null;
  readonly base: HashesPerSecond;
  readonly hashRate: HashesPerSecond;
  readonly powerKw: string;
  /** Per day at the present hash rate; undefined while mining is off. */
  readonly estimate: ExpectedResult | undefined;
  readonly earnedTodaySats: bigint;
  readonly earnedTotalSats: bigint;
  readonly paidTotalSats: bigint;
  readonly contracts: readonly Contract[];
  /** Those not sold. */
  readonly rigs: readonly Rig[];
  readonly tariff: Tariff;
  readonly boost: Boost | undefined;
  readonly reference: ReferenceValues;
  /** All that were ever in force: contracts name theirs. */
  readonly references: readonly ReferenceValues[];
  readonly days: readonly { readonly date: string; readonly earnedSats: bigint }[];
}

export async function getMining(
  { database, clock }: { readonly database: Queryable; readonly clock: Clock },
  { userId }: { readonly userId: string },
): Promise<MiningView> {
  const now = clock.now();
  const miner = await findMiner(database, userId);
  const contracts = await contractsOf(database, userId);
  const boost = await runningBoost(database, userId, now);
  const reference = await referenceValuesAt(database, now);
  const totals = await totalsOf(database, userId);
  const from = new Date(now.getTime() - Number((DAYS_SHOWN - 1n) * DAY_MS));
  const days = (await daysOf(database, userId, from)).map(({ date, nanosats }) => ({
    date,
    earnedSats: nanosats / NANOSATS_PER_SAT,
  }));
  const { hashRate: base, powerKw } = await runningTotals(database, userId, now);
  const hashRate = boost ? addHashRates([base, boost.hashRate]) : base;
  const perDay = { hashRate, milliseconds: DAY_MS, costSats: 0n, costCents: 0n };
  return {
    now,
    miningSince: miner?.miningSince ?? null,
    base,
    hashRate,
    powerKw,
    estimate: miner?.miningSince ? expectedResult(perDay, reference, reference) : undefined,
    earnedTodaySats: days.find(({ date }) => date === utcDay(now))?.earnedSats ?? 0n,
    earnedTotalSats: totals.earnedSats,
    paidTotalSats: totals.paidSats,
    contracts,
    rigs: (await rigsOf(database, userId)).filter(({ removedAt }) => removedAt === null),
    tariff: await tariffAt(database, userId, now),
    boost,
    reference,
    references: await allReferenceValues(database),
    days,
  };
}
