/**
 * Pays users in one transaction: writes their statements and moves their money. If the ledger
 * refuses one transfer, nothing is written. The paid time of a hash-rate source only moves forward,
 * so that no time is paid twice.
 */
import {
  isPosted,
  postAtCommit,
  type Transfer,
  type TransferEvent,
  type TransferResult,
} from "#ledger";
import { failpoint, type Bus, type Database, type DatabaseTransaction } from "#platform";
import type { WrittenPay } from "./settle-miner.ts";
import { writePayouts, type PayClock, type Payees } from "./write-payouts.ts";

export interface Refused {
  readonly userId: string;
  readonly results: readonly TransferResult[];
  /** The account with insufficient balance. Undefined if the refusal has another cause. */
  readonly short: Transfer["debit"] | undefined;
}

export interface PaidBatch {
  /** Users whose pay was settled. A batch omits users whose miner was locked. */
  readonly userIds: readonly string[];
  /** Total earnings, before power charges. */
  readonly sats: bigint;
  /** Refused transfers. Unless this is empty, nothing was written. */
  readonly refused: readonly Refused[];
}

class NotAllPosted extends Error {
  readonly refused: readonly Refused[];

  constructor(refused: readonly Refused[]) {
    super("the ledger refused some of the pay");
    this.refused = refused;
  }
}

export async function payBatch(deps: PayBatchDeps, payees: Payees): Promise<PaidBatch> {
  const { database, bus } = deps;
  let pay: WrittenPay[] = [];
  let refused: readonly Refused[] = [];
  try {
    await database.transaction(async (tx) => {
      pay = await writePayouts(tx, deps, payees);
      postEach(tx, pay);
      failpoint("mining.payout-written");
    });
  } catch (error) {
    if (!(error instanceof NotAllPosted)) throw error;
    ({ refused } = error);
  }
  if (refused.length === 0) {
    failpoint("mining.payout-committed");
    for (const one of pay) publish(bus, one);
  }
  return {
    userIds: pay.map(({ userId }) => userId),
    sats: pay.reduce((sum, { earnedSats }) => sum + earnedSats, 0n),
    refused,
  };
}

export interface PayBatchDeps extends PayClock {
  readonly database: Database;
  readonly bus: Bus;
}

/** Posts one event per user. The commit throws NotAllPosted if the ledger refuses an event. */
function postEach(tx: DatabaseTransaction, pay: readonly WrittenPay[]): void {
  const paid = pay.filter(({ event }) => event.length > 0);
  const events = paid.map(({ event }) => event);
  postAtCommit(tx, events, (_, answers) => {
    const refused = paid.flatMap(({ userId, event }, index) => {
      const results = answers[index] ?? [];
      return isPosted(results) ? [] : [{ userId, results, short: shortOf(event, results) }];
    });
    return new NotAllPosted(refused);
  });
}

function shortOf(
  event: TransferEvent,
  results: readonly TransferResult[],
): Transfer["debit"] | undefined {
  return event[results.indexOf("insufficient")]?.debit;
}

function publish(bus: Bus, { userId, event, isNotified, isRigStopped }: WrittenPay): void {
  if (isNotified) bus.publish("me", { userId, what: "mining" });
  if (event.length > 0) bus.publish("me", { userId, what: "balances" });
  if (isRigStopped) bus.publish("me", { userId, what: "mailbox" });
}
