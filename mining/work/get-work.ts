/** What a person's own machines were counted for, what it came to, and what is due. */
import { NANOSATS_PER_SAT } from "#economics";
import { accountBalances, houseAccount } from "#ledger";
import { payCapsAt, workAccounts, type PayCaps } from "#pool";
import { payGateState, type Clock, type Database } from "#platform";
import { referenceValuesAt, type ReferenceValues } from "#treasury";
import { countedOfDay } from "./statements-table.ts";
import { unpaidWork } from "./unpaid-work.ts";
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

export interface WorkParts {
  readonly database: Database;
  readonly clock: Clock;
  /** So long after it was posted a raise of a cap of pay counts. */
  readonly raiseWaitHours: number;
}

const HOUSE = [houseAccount("mining", "BTC"), houseAccount("treasury", "BTC")];
const DAY_TEXT = 10;

export async function getWork(
  { database, clock, raiseWaitHours: waitHours }: WorkParts,
  { userId }: { readonly userId: string },
): Promise<MeasuredWork> {
  const now = clock.now();
  const day = now.toISOString().slice(0, DAY_TEXT);
  const total = (await workAccounts(database, [userId])).get(userId);
  const [account] = await findAccounts(database, [userId]);
  const [unpaid] = await unpaidWork(database, [userId]);
  const grown = unpaid?.grown ?? [];
  const dueNanosats = grown.reduce((sum, one) => sum + one.earnedNanosats, 0n);
  const ofToday = grown.filter(({ stretch }) => stretch.day === day);
  const counted = account && (await countedOfDay(database, account.id, day));
  const { closedReason } = await payGateState(database);
  return {
    at: now,
    accountId: account?.id ?? null,
    workMicros: total?.workMicros ?? 0n,
    dueMicros: micros(grown),
    dueNanosats,
    paidSats: account?.postedSats ?? 0n,
    carriedNanosats: account ? account.nanosats - account.postedSats * NANOSATS_PER_SAT : 0n,
    unpaidNanosats: BigInt(account?.unpaidNanosats ?? 0),
    today: {
      workMicros: (counted?.workMicros ?? 0n) + micros(ofToday),
      earnedNanosats:
        (counted?.earnedNanosats ?? 0n) +
        ofToday.reduce((sum, one) => sum + one.earnedNanosats, 0n),
      unpaidNanosats: counted?.unpaidNanosats ?? 0n,
    },
    caps: await payCapsAt(database, { now, waitHours }),
    reference: await referenceValuesAt(database, now),
    waitsBecause:
      closedReason === null ? await shortFor(database, dueNanosats / NANOSATS_PER_SAT) : "clock",
  };
}

function micros(
  grown: readonly { readonly stretch: { workMicros: bigint }; readonly workBefore: bigint }[],
): bigint {
  return grown.reduce((sum, { stretch, workBefore }) => sum + stretch.workMicros - workBefore, 0n);
}

/** What both accounts together do not hold cannot be paid. */
async function shortFor(database: Database, dueSats: bigint): Promise<"short" | null> {
  if (dueSats === 0n) return null;
  const held = await accountBalances(database, HOUSE);
  return held.reduce((sum, sats) => sum + sats, 0n) < dueSats ? "short" : null;
}
