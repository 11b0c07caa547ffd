/** Reads a user's measured work: work counted, amounts paid and amounts due. */
import { NANOSATS_PER_SAT } from "#economics";
import { accountBalances, houseAccount } from "#ledger";
import { payCapsAt, workAccounts, type PayCaps } from "#pool";
import { payGateState, type Clock, type Database } from "#platform";
import { referenceValuesAt, type ReferenceValues } from "#treasury";
import { nextSettlements } from "./next-settlements.ts";
import type { WorkLine } from "./settle-work.ts";
import { countedOfDay } from "./statements-table.ts";
import { findAccounts } from "./work-table.ts";

export interface MeasuredWork {
  readonly at: Date;
  readonly accountId: string | null;
  readonly workMicros: bigint;
  readonly dueMicros: bigint;
  readonly dueNanosats: bigint;
  readonly paidSats: bigint;
  readonly carriedNanosats: bigint;
  readonly unpaidNanosats: bigint;
  readonly today: {
    readonly workMicros: bigint;
    readonly earnedNanosats: bigint;
    readonly unpaidNanosats: bigint;
  };
  readonly caps: PayCaps;
  readonly reference: ReferenceValues;
  readonly waitsBecause: "clock" | "short" | null;
}

export interface WorkDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Hours until a higher pay cap applies. */
  readonly raiseWaitHours: number;
}

const HOUSE = [houseAccount("mining", "BTC"), houseAccount("treasury", "BTC")];
const DAY_TEXT = 10;

export async function getWork(
  { database, clock, raiseWaitHours: waitHours }: WorkDeps,
  { userId }: { readonly userId: string },
): Promise<MeasuredWork> {
  const now = clock.now();
  const day = now.toISOString().slice(0, DAY_TEXT);
  const total = (await workAccounts(database, [userId])).get(userId);
  const [account] = await findAccounts(database, [userId]);
  const caps = await payCapsAt(database, { now, waitHours });
  const due = (await nextSettlements(database, [userId], caps)).get(userId);
  const lines = due?.lines ?? [];
  const counted = account && (await countedOfDay(database, account.id, day));
  const ofToday = sumOf(lines.filter((line) => line.day === day));
  const dueNanosats = due?.nanosats ?? 0n;
  const { closedReason } = await payGateState(database);
  return {
    at: now,
    accountId: account?.id ?? null,
    workMicros: total?.workMicros ?? 0n,
    dueMicros: sumOf(lines).workMicros,
    dueNanosats,
    paidSats: account?.postedSats ?? 0n,
    carriedNanosats: account ? account.nanosats - account.postedSats * NANOSATS_PER_SAT : 0n,
    unpaidNanosats: BigInt(account?.unpaidNanosats ?? 0) + (due?.unpaidNanosats ?? 0n),
    today: {
      workMicros: (counted?.workMicros ?? 0n) + ofToday.workMicros,
      earnedNanosats: (counted?.earnedNanosats ?? 0n) + ofToday.earnedNanosats,
      unpaidNanosats: (counted?.unpaidNanosats ?? 0n) + ofToday.unpaidNanosats,
    },
    caps,
    reference: await referenceValuesAt(database, now),
    waitsBecause:
      closedReason === null ? await shortFor(database, dueNanosats / NANOSATS_PER_SAT) : "clock",
  };
}

function sumOf(lines: readonly WorkLine[]) {
  return {
    workMicros: lines.reduce((sum, line) => sum + line.workAfter - line.workBefore, 0n),
    earnedNanosats: lines.reduce((sum, line) => sum + line.earnedNanosats, 0n),
    unpaidNanosats: lines.reduce((sum, line) => sum + line.unpaidNanosats, 0n),
  };
}

/** Returns "short" if the mining account and the treasury together cannot pay the amount. */
async function shortFor(database: Database, dueSats: bigint): Promise<"short" | null> {
  if (dueSats === 0n) return null;
  const held = await accountBalances(database, HOUSE);
  return held.reduce((sum, sats) => sum + sats, 0n) < dueSats ? "short" : null;
}
