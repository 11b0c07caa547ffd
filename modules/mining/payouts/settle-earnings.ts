/**
 * Settles what users have earned since their last payout inside the transaction that spends their
 * coins, so that accrued earnings count as soon as a user spends. The payouts are posted in the
 * same ledger call as the spending: either both take effect or neither.
 */
import {
  accountBalance,
  houseAccount,
  postAtCommit,
  type AccruedEarnings,
  type SettleEarnings,
  type TransferEvent,
} from "#ledger";
import {
  excludeFromBatch,
  failpoint,
  newUuid,
  NotBatchable,
  Outage,
  Refusal,
  type Clock,
  type DatabaseTransaction,
  type PayGate,
} from "#platform";
import { unsettledAmong } from "../accrual/miners-table.ts";
import { usersBehindAmong } from "../work/due-work.ts";
import { accruedPay } from "./accrued-sats.ts";
import { accruedSatsSql } from "./accrued-sats-sql.ts";
import { netSats } from "./net-sats.ts";
import { writePayouts } from "./write-payouts.ts";

const MINING = houseAccount("mining", "BTC");
const TREASURY = houseAccount("treasury", "BTC");

export interface SettlementDeps {
  readonly payGate: PayGate;
  readonly raiseWaitHours: number;
}

/** Settles nothing while the clock is in doubt, because payouts wait then. */
export function earningsSettlement({ payGate, raiseWaitHours }: SettlementDeps): SettleEarnings {
  return async (tx, userIds, mode) => {
    const clock = checkedClock(payGate);
    if (!clock) return new Map();
    const [modelled, measured] = await Promise.all([
      unsettledAmong(tx, userIds, clock.now()),
      usersBehindAmong(tx, userIds),
    ]);
    const unsettled = new Set([...modelled, ...measured]);
    if (unsettled.size === 0) return new Map();
    const payees = { userIds: [...unsettled], withRigs: true };
    const pay = await writePayouts(tx, { clock, raiseWaitHours }, payees, mode);
    const settled = new Set(pay.map(({ userId }) => userId));
    excludeFromBatch(userIds, (userId) => unsettled.has(userId) && !settled.has(userId));
    const events = pay.map(({ event }) => event).filter((event) => event.length > 0);
    const sats = pay.reduce((sum, { earnedSats }) => sum + earnedSats, 0n);
    const places = userIds.map((_, place) => place);
    postAtCommit(tx, [...(await fundingOf(tx, sats, clock.now())), ...events], (refusal) =>
      mode === "batch"
        ? new NotBatchable(places)
        : new Outage("database", "the balances changed while earnings were settled", {
            cause: refusal,
          }),
    );
    failpoint("mining.earnings-settled");
    return new Map(pay.map(({ userId, event }) => [userId, netSats(userId, event)]));
  };
}

/** Reads earnings that a user could spend: 0 while the clock is in doubt. */
export function accruedEarnings({ payGate }: Pick<SettlementDeps, "payGate">): AccruedEarnings {
  const clockNow = () => checkedClock(payGate);
  return {
    clockNow,
    sql: accruedSatsSql,
    async satsOf(queryable, userId) {
      const clock = clockNow();
      if (!clock) return 0n;
      return (await accruedPay(queryable, { userId, now: clock.now() })).netSats;
    },
  };
}

/** Undefined while payouts wait for an administrator. */
function checkedClock(payGate: PayGate): Clock | undefined {
  try {
    return payGate.requireCheckedClock();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A transfer from the treasury, if the mining account is short. */
async function fundingOf(
  tx: DatabaseTransaction,
  sats: bigint,
  now: Date,
): Promise<TransferEvent[]> {
  const short = sats - (sats > 0n ? await accountBalance(tx, MINING) : 0n);
  if (short <= 0n) return [];
  return [
    [
      {
        id: newUuid(now),
        debit: TREASURY,
        credit: MINING,
        amount: short,
        code: "treasury_transfer",
        cause: "mining",
      },
    ],
  ];
}
