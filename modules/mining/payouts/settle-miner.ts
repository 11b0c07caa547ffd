/**
 * Computes one user's pay since the last payout: a statement for each hash-rate source, and the
 * power charge for rigs. The computation has no side effects, so that the results of many users can
 * be written in one SQL statement.
 */
import { houseAccount, userAccount, type Transfer, type TransferEvent } from "#ledger";
import { derivedUuid } from "#platform";
import type { HashRateSource, HashRateSourceMove } from "../accrual/hash-rate-sources-table.ts";
import type { Payout } from "./payouts-table.ts";
import { settleRig, type PowerCharge, type RigSettlement } from "../accrual/settle-rig.ts";
import type { AccrualPeriod } from "../accrual/accrual-periods.ts";
import { settle, type Settlement } from "../accrual/settle-periods.ts";
import type { WorkPayout } from "../work/work-table.ts";

/** A settled hash-rate source. It has no payout if no time was settled. */
export interface Settled {
  readonly move: HashRateSourceMove;
  readonly payout: Payout | undefined;
}

export interface StoppedRig {
  readonly rig: HashRateSource;
  readonly stopsAt: Date;
}

export interface MinerPay {
  readonly userId: string;
  readonly settled: readonly Settled[];
  readonly work: WorkPayout | undefined;
  readonly stopped: readonly StoppedRig[];
  /**
   * False if a rig's settlement is postponed although mining is off, so that the next round must
   * check the user again.
   */
  readonly isDone: boolean;
}

export interface UnpaidMiner {
  readonly userId: string;
  readonly isMining: boolean;
  /** The user's open hash-rate sources, rigs last. */
  readonly sources: readonly HashRateSource[];
  readonly periodsOf: (source: HashRateSource) => readonly AccrualPeriod[];
  readonly work: WorkPayout | undefined;
  /** The user's balance before this payout, from which the rigs' power can be paid. */
  readonly availableSats: bigint;
  readonly now: Date;
}

export function settleMiner(miner: UnpaidMiner): MinerPay {
  const { userId, sources, periodsOf, isMining, work } = miner;
  const settled: Settled[] = [];
  for (const source of sources.filter(({ kind }) => kind !== "rig")) {
    const one = settleSource(source, miner);
    if (one) settled.push(one);
  }
  let availableSats = miner.availableSats + earnedSatsOf({ settled, work });
  const stopped: StoppedRig[] = [];
  let isDone = true;
  for (const rig of sources.filter((source) => isUnpaidRig(source, periodsOf))) {
    const available = { availableSats, isLast: false };
    const settlement = settleRig(rig, periodsOf(rig), available);
    if (!settlement || canWait(settlement, isMining)) {
      isDone = isMining;
      continue;
    }
    settled.push(settledRig(rig, settlement));
    availableSats += settlement.settlement.payoutSats - settlement.power.chargedSats;
    if (settlement.stopsAt) stopped.push({ rig, stopsAt: settlement.stopsAt });
  }
  return { userId, settled, work, stopped, isDone };
}

/**
 * Returns true for a rig with unpaid time. The caller must then read the owner's balance, because
 * power is due.
 */
export function isUnpaidRig(
  source: HashRateSource,
  periodsOf: (source: HashRateSource) => readonly AccrualPeriod[],
): boolean {
  return source.kind === "rig" && periodsOf(source).length > 0;
}

function settleSource(
  source: HashRateSource,
  { periodsOf, now, isMining }: UnpaidMiner,
): Settled | undefined {
  const periods = periodsOf(source);
  const settlement = settle(source, periods);
  const isOver = source.endsAt !== null && source.endsAt <= now;
  // While mining is on, amounts below one satoshi wait for the next round, so that statements do
  // not fill up with empty payouts.
  const waits = periods.length === 0 || (settlement.payoutSats === 0n && isMining);
  if (waits && !isOver) return undefined;
  const to = periods.at(-1)?.to ?? source.accruedUntil;
  const accruedUntil = isOver ? (source.endsAt ?? to) : to;
  return {
    move: { source, settlement, accruedUntil, closedAt: isOver ? now : null },
    payout: periods.length > 0 ? payoutOf(source, { settlement, power: null }) : undefined,
  };
}

function canWait({ settlement, power, stopsAt }: RigSettlement, isMining: boolean): boolean {
  return isMining && !stopsAt && settlement.payoutSats === 0n && power.chargedSats === 0n;
}

export function settledRig(
  rig: HashRateSource,
  { settlement, power, stopsAt }: RigSettlement,
): Settled {
  const { periods } = settlement;
  const accruedUntil = periods.at(-1)?.to ?? stopsAt ?? rig.accruedUntil;
  return {
    move: { source: rig, settlement, accruedUntil, closedAt: null },
    payout: periods.length > 0 ? payoutOf(rig, { settlement, power }) : undefined,
  };
}

export function payoutsOf(settled: readonly Settled[]): Payout[] {
  return settled.flatMap(({ payout }) => payout ?? []);
}

/** Pay of one user that is written to the database but not yet posted to the ledger. */
export interface WrittenPay {
  readonly userId: string;
  /** All transfers of this user, posted as one ledger event. */
  readonly event: TransferEvent;
  /** Total earnings before power charges. */
  readonly earnedSats: bigint;
  /**
   * False if the payout changes nothing on the user's mining pages, so that no event is published.
   */
  readonly isNotified: boolean;
  readonly isRigStopped: boolean;
}

export function writtenPay({ userId, settled, work, stopped }: MinerPay): WrittenPay {
  const payouts = payoutsOf(settled);
  const isRigStopped = stopped.length > 0;
  return {
    userId,
    event: [...(work ? workTransfers(work) : []), ...payouts.flatMap(transfersOf)],
    earnedSats: earnedSatsOf({ settled, work }),
    isNotified: payouts.length > 0 || isRigStopped || work !== undefined,
    isRigStopped,
  };
}

function earnedSatsOf({ settled, work }: Pick<MinerPay, "settled" | "work">): bigint {
  const modelled = payoutsOf(settled).reduce((sum, { payoutSats }) => sum + payoutSats, 0n);
  return modelled + (work?.payoutSats ?? 0n);
}

function payoutOf(
  source: HashRateSource,
  { settlement, power }: { readonly settlement: Settlement; readonly power: PowerCharge | null },
): Payout {
  const number = source.payouts + 1;
  const uuid = transferIdOfPayout(source.id, number, "mining-payout");
  const charge = transferIdOfPayout(source.id, number, "power-charge");
  return {
    ...settlement,
    id: `pay_${uuid.replaceAll("-", "")}`,
    sourceId: source.id,
    number,
    userId: source.userId,
    transferId: settlement.payoutSats > 0n ? uuid : null,
    power: power && { ...power, transferId: power.chargedSats > 0n ? charge : null },
  };
}

/**
 * Derives the transfer id from the payout, so that the ledger refuses to post the same payout
 * twice.
 */
function transferIdOfPayout(sourceId: string, number: number, what: string): string {
  return derivedUuid(sourceId, what, sourceId, String(number));
}

function workTransfers({ userId, accountId, transferId, payoutSats }: WorkPayout): Transfer[] {
  if (transferId === null) return [];
  return [
    {
      id: transferId,
      debit: houseAccount("mining", "BTC"),
      credit: userAccount(userId, "available", "BTC"),
      amount: payoutSats,
      code: "mining_payout",
      cause: accountId,
    },
  ];
}

type MovedPayout = Pick<Payout, "userId" | "sourceId" | "payoutSats" | "transferId" | "power">;

/**
 * Returns the transfers of a payout. Earnings come first because they help to pay for the power.
 * Power charges are credited to the platform's mining account, which pays for the electricity.
 */
export function transfersOf({ userId, sourceId, ...payout }: MovedPayout): Transfer[] {
  const house = houseAccount("mining", "BTC");
  const user = userAccount(userId, "available", "BTC");
  const earned = {
    id: payout.transferId,
    debit: house,
    credit: user,
    amount: payout.payoutSats,
    code: "mining_payout" as const,
    cause: sourceId,
  };
  const power = {
    id: payout.power?.transferId ?? null,
    debit: user,
    credit: house,
    amount: payout.power?.chargedSats ?? 0n,
    code: "power_charge" as const,
    cause: sourceId,
  };
  return [earned, power].flatMap(({ id, ...transfer }) => (id ? [{ id, ...transfer }] : []));
}
