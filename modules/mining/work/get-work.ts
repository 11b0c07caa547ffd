/** Reads a user's measured work: work counted, amounts paid and amounts due. */
import { NANOSATS_PER_SAT } from "#economics";
import { accountBalances, houseAccount } from "#ledger";
import { payCapsAt, workAccounts, type PayCaps } from "#pool";
import { payGateState, type Clock, type Database } from "#platform";
import { referenceValuesAt, type ReferenceValues } from "#treasury";
import { dailyPayCaps } from "./pay-caps.ts";
import { settleWork, type WorkLine, type WorkSettlement } from "./settle-work.ts";
import { countedOfDay } from "./statements-table.ts";
import { unpaidWork } from "./unpaid-work.ts";
import { findAccounts, paidOfDays, type WorkAccountRow } from "./work-table.ts";

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
  const due = await nextSettlement(database, userId, account, caps);
  const counted = account && (await countedOfDay(database, account.id, day));
  const ofToday = sumOf(due.lines.filter((line) => line.day === day));
  const { closedReason } = await payGateState(database);
  return {
    at: now,
    accountId: account?.id ?? null,
    workMicros: total?.workMicros ?? 0n,
    dueMicros: sumOf(due.lines).workMicros,
    dueNanosats: due.nanosats,
    paidSats: account?.postedSats ?? 0n,
    carriedNanosats: due.carryBefore,
    unpaidNanosats: BigInt(account?.unpaidNanosats ?? 0) + due.unpaidNanosats,
    today: {
      workMicros: (counted?.workMicros ?? 0n) + ofToday.workMicros,
      earnedNanosats: (counted?.earnedNanosats ?? 0n) + ofToday.earnedNanosats,
      unpaidNanosats: (counted?.unpaidNanosats ?? 0n) + ofToday.unpaidNanosats,
    },
    caps,
    reference: await referenceValuesAt(database, now),
    waitsBecause:
      closedReason === null ? await shortFor(database, due.nanosats / NANOSATS_PER_SAT) : "clock",
  };
}

/** Returns the settlement that the next payout would make. Excludes pay above the caps. */
async function nextSettlement(
  database: Database,
  userId: string,
  account: WorkAccountRow | undefined,
  caps: PayCaps,
): Promise<WorkSettlement> {
  const [unpaid] = await unpaidWork(database, [userId]);
  const { grown, counted } = unpaid ?? { grown: [], counted: [] };
  const days = [...new Set(grown.map(({ period }) => period.day))];
  const room = dailyPayCaps({ counted }, caps, await paidOfDays(database, days));
  return settleWork(account ?? { nanosats: 0n, postedSats: 0n }, grown, room);
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
