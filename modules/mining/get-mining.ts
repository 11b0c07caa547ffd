/**
 * Reads the current state of a user's mining: hash rate, estimate, contracts, rigs, boost and
 * earnings, with the inputs behind each figure.
 */
import {
  addHashRates,
  DAY_MS,
  expectedResult,
  NANOSATS_PER_SAT,
  type ExpectedResult,
  type HashesPerSecond,
} from "#economics";
import { NOT_IN_SQL } from "#ledger";
import type { Clock, Queryable } from "#platform";
import {
  boostsEndedOnDay,
  contractsOf,
  runningBoost,
  type Boost,
  type Contract,
} from "./plans/contracts-table.ts";
import { ownFigures, type OwnFigures } from "./own-figures-table.ts";
import { utcDay } from "./payouts/payouts-table.ts";
import { referenceValuesById, referenceValuesFound, type ReferenceValues } from "#treasury";
import { rigsOf, type Rig } from "./accrual/rigs-table.ts";
import type { Tariff } from "./accrual/accrual-periods.ts";
import { tariffAt } from "./rigs/set-tariff.ts";
import { accruedPay } from "./payouts/accrued-sats.ts";

interface Deps {
  readonly database: Queryable;
  readonly clock: Clock;
}

interface Owner {
  readonly userId: string;
}

/** A user's current hash rate and its expected earnings. */
interface MiningNow {
  readonly now: Date;
  readonly figures: OwnFigures;
  readonly hashRate: HashesPerSecond;
  readonly boost: Boost | undefined;
  readonly reference: ReferenceValues;
  /** Expected earnings per day at the current hash rate. Undefined while mining is off. */
  readonly estimate: ExpectedResult | undefined;
}

export interface MiningView {
  readonly now: Date;
  readonly miningSince: Date | null;
  readonly base: HashesPerSecond;
  readonly hashRate: HashesPerSecond;
  readonly powerKw: string;
  /** Expected earnings per day at the current hash rate. Undefined while mining is off. */
  readonly estimate: ExpectedResult | undefined;
  readonly earnedTodaySats: bigint;
  /** Earned since the last payout, less the power of rigs. Can be negative. */
  readonly accruedSats: bigint;
  readonly accruedEarnedSats: bigint;
  readonly earnedTotalSats: bigint;
  readonly modelledTotalSats: bigint;
  readonly paidTotalSats: bigint;
  readonly contracts: readonly Contract[];
  /** The user's rigs, excluding sold rigs. */
  readonly rigs: readonly Rig[];
  readonly tariff: Tariff;
  readonly boost: Boost | undefined;
  /** Boosts that ended on the current UTC day. */
  readonly endedBoosts: readonly Boost[];
  readonly reference: ReferenceValues;
  /** Reference values that were in force when each contract was bought. */
  readonly references: readonly ReferenceValues[];
  readonly days: readonly { readonly date: string; readonly earnedSats: bigint }[];
}

export async function miningNow({ database, clock }: Deps, { userId }: Owner): Promise<MiningNow> {
  const now = clock.now();
  const figures = await ownFigures(database, { userId, now });
  const boost = figures.hasBoost ? await runningBoost(database, userId, now) : undefined;
  const reference = await referenceValuesFound(database, { id: figures.referenceId, now });
  const hashRate = boost ? addHashRates([figures.hashRate, boost.hashRate]) : figures.hashRate;
  const perDay = { hashRate, milliseconds: DAY_MS, costSats: 0n, costCents: 0n };
  const estimate = figures.miningSince ? expectedResult(perDay, reference, reference) : undefined;
  return { now, figures, hashRate, boost, reference, estimate };
}

export async function getMining(deps: Deps, { userId }: Owner): Promise<MiningView> {
  const { database } = deps;
  const [{ figures, ...present }, contracts] = await Promise.all([
    miningNow(deps, { userId }),
    contractsOf(database, userId),
  ]);
  const { now, reference } = present;
  const { accruedSats: sats } = figures;
  const accrued =
    sats === NOT_IN_SQL
      ? await accruedPay(database, { userId, now })
      : { netSats: sats, earnedSats: sats };
  const days = figures.days.map(([date, nanosats]) => ({
    date,
    earnedSats: BigInt(nanosats) / NANOSATS_PER_SAT,
  }));
  const rigs = figures.hasRigs ? await rigsOf(database, userId) : [];
  const endedBoosts = figures.hasEndedBoost ? await boostsEndedOnDay(database, userId, now) : [];
  const named = new Set(contracts.map(({ referenceId }) => referenceId));
  return {
    ...present,
    miningSince: figures.miningSince,
    base: figures.hashRate,
    powerKw: figures.powerKw,
    earnedTodaySats: days.find(({ date }) => date === utcDay(now))?.earnedSats ?? 0n,
    accruedSats: accrued.netSats,
    accruedEarnedSats: accrued.earnedSats,
    earnedTotalSats: figures.earnedSats,
    modelledTotalSats: figures.modelledSats,
    paidTotalSats: figures.paidSats,
    contracts,
    endedBoosts,
    rigs: rigs.filter(({ removedAt }) => removedAt === null),
    tariff: figures.hasTariff ? await tariffAt(database, userId, now) : reference,
    references: await Promise.all([...named].map((id) => referenceValuesById(database, id))),
    days,
  };
}
