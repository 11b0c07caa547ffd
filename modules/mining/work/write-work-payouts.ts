/**
 * Writes users' payouts for measured work. The users' miners must be locked, and the caller posts
 * the transfers as the last statement before COMMIT.
 */
import { payCapsAt } from "#pool";
import { derivedUuid, newId, type DatabaseTransaction, type TermsMoment } from "#platform";
import { dailyPayCaps } from "./pay-caps.ts";
import { paidByDay, settleWork, type DailyPayCaps } from "./settle-work.ts";
import { unpaidWork, type UnpaidWork } from "./unpaid-work.ts";
import {
  insertAccounts,
  insertWorkPayouts,
  lockDays,
  noteCounted,
  type WorkAccountRow,
  type WorkPayout,
} from "./work-table.ts";

const DAY_TEXT = 10;

/** Returns the payouts by user id. The map omits users without a payout. */
export async function writeWorkPayouts(
  tx: DatabaseTransaction,
  userIds: readonly string[],
  moment: TermsMoment,
): Promise<ReadonlyMap<string, WorkPayout>> {
  const { now } = moment;
  const unpaid = await unpaidWork(tx, userIds);
  if (unpaid.length === 0) return new Map();
  const days = new Set(unpaid.flatMap(({ grown }) => grown.map(({ period }) => period.day)));
  const caps = await payCapsAt(tx, moment);
  const paidToAll = new Map(days.size > 0 ? await lockDays(tx, [...days]) : []);
  const accounts = await openAccounts(tx, unpaid, now);
  const payouts: WorkPayout[] = [];
  const counted = [];
  for (const work of unpaid) {
    const account = accounts.get(work.userId);
    if (!account) throw new Error("the work account is missing");
    const payout = payoutOf(account, work, dailyPayCaps(work, caps, paidToAll), now);
    if (payout === "waits") continue;
    counted.push({ accountId: account.id, change: work.change });
    if (payout === undefined) continue;
    payouts.push(payout);
    for (const [day, nanosats] of paidByDay(payout))
      paidToAll.set(day, (paidToAll.get(day) ?? 0n) + nanosats);
  }
  if (payouts.length > 0) await insertWorkPayouts(tx, payouts);
  if (counted.length > 0) await noteCounted(tx, counted);
  return new Map(payouts.map((payout) => [payout.userId, payout]));
}

/** Returns each user's account, after creating missing accounts. */
async function openAccounts(
  tx: DatabaseTransaction,
  unpaid: readonly UnpaidWork[],
  now: Date,
): Promise<ReadonlyMap<string, WorkAccountRow>> {
  const fresh = unpaid.flatMap(({ userId, account }): WorkAccountRow[] =>
    account
      ? []
      : [
          {
            id: newId("wrk", now),
            userId,
            countedChange: 0n,
            countedMicros: "0",
            nanosats: 0n,
            unpaidNanosats: "0",
            postedSats: 0n,
            payouts: 0,
          },
        ],
  );
  if (fresh.length > 0) await insertAccounts(tx, fresh);
  const existing = unpaid.flatMap(({ account }) => account ?? []);
  return new Map([...existing, ...fresh].map((account) => [account.userId, account]));
}

/**
 * Returns the payout, or undefined if no work has grown. Returns "waits" while less than one
 * satoshi is due and the day is not over. After the end of the day, any amount is written, so that
 * each day has a statement.
 */
function payoutOf(
  account: WorkAccountRow,
  { grown }: UnpaidWork,
  room: DailyPayCaps,
  now: Date,
): WorkPayout | "waits" | undefined {
  if (grown.length === 0) return undefined;
  const settlement = settleWork(account, grown, room);
  const today = now.toISOString().slice(0, DAY_TEXT);
  const isDayOver = settlement.lines.some(({ day }) => day < today);
  if (settlement.payoutSats === 0n && !isDayOver) return "waits";
  const number = account.payouts + 1;
  return {
    ...settlement,
    id: newId("pay", now),
    accountId: account.id,
    number,
    userId: account.userId,
    paidAt: now,
    transferId:
      settlement.payoutSats > 0n
        ? derivedUuid(account.id, "mining-payout", account.id, String(number))
        : null,
  };
}
