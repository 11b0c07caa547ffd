/**
 * Pays what contracts and boosts have earned. Pay follows the time since mining was switched on, also time in which this
 * server was down: the contract is on the server, the user cannot keep it running. One transaction per user writes the
 * statement and moves the money; an earner only ever moves forward, so no time is paid twice.
 */
import { houseAccount, LedgerRefusal, postAll, userAccount, type Transfer } from "#ledger";
import {
  derivedUuid,
  failpoint,
  newId,
  type Bus,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Log,
} from "#platform";
import {
  advanceEarner,
  closeEarner,
  openEarners,
  usersToPay,
  type Earner,
} from "./earners-table.ts";
import { fundPayouts } from "./house-funds.ts";
import { lockMiner, switchesAfter } from "./miners-table.ts";
import { insertPayout, type Payout } from "./payouts-table.ts";
import { allReferenceValues, holdReferenceValues } from "./reference-values-table.ts";
import { unpaidSegments } from "./segments.ts";
import { settle } from "./settlement.ts";

export interface PayoutParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  /** How old a payout gets before the next one follows while mining is on. */
  readonly payoutSeconds: number;
}

const LANES = 4;

/** One round: pays every user for whom something is due. One user's failure is logged and does not stop the others. */
export async function payOutDue(parts: PayoutParts, signal?: AbortSignal): Promise<void> {
  const now = parts.clock.now();
  const paidBefore = new Date(now.getTime() - parts.payoutSeconds * 1_000);
  const waiting = await usersToPay(parts.database, { now, paidBefore });
  const lane = async () => {
    for (let userId = waiting.pop(); userId; userId = waiting.pop()) {
      if (signal?.aborted) return;
      try {
        await payOutTo(parts, userId);
      } catch (error) {
        parts.log.error({ error, userId }, "mining payout failed");
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Pays one user what he has earned by now and returns the satoshis. The house's treasury steps in when need be. */
export async function payOutTo(parts: PayoutParts, userId: string): Promise<bigint> {
  const attempt = await tryToPay(parts, userId);
  if (attempt.isPaid) return attempt.sats;
  const isFunded = await fundPayouts(parts, attempt.sats);
  const again = isFunded ? await tryToPay(parts, userId) : attempt;
  if (again.isPaid) return again.sats;
  parts.log.error({ userId, sats: again.sats.toString() }, "the house cannot pay mining earnings");
  return 0n;
}

interface Attempt {
  /** False: the house's mining account was short, nothing was written. */
  readonly isPaid: boolean;
  readonly sats: bigint;
}

async function tryToPay(parts: PayoutParts, userId: string): Promise<Attempt> {
  let sats = 0n;
  let lines = 0;
  try {
    await parts.database.transaction(async (tx) => {
      const payouts = await writePayouts(tx, parts.clock, userId);
      lines = payouts.length;
      const transfers = payouts.flatMap(transferOf);
      sats = transfers.reduce((sum, { amount }) => sum + amount, 0n);
      failpoint("mining.payout-written");
      if (transfers.length > 0) await postAll(tx, transfers);
      failpoint("mining.payout-posted");
    });
  } catch (error) {
    if (error instanceof LedgerRefusal && error.has("insufficient")) return { isPaid: false, sats };
    throw error;
  }
  failpoint("mining.payout-committed");
  if (lines > 0) parts.bus.publish("me", { userId, what: "mining" });
  if (sats > 0n) parts.bus.publish("me", { userId, what: "balances" });
  return { isPaid: true, sats };
}

async function writePayouts(
  tx: DatabaseTransaction,
  clock: Clock,
  userId: string,
): Promise<Payout[]> {
  await holdReferenceValues(tx);
  const { miningSince } = await lockMiner(tx, userId);
  const now = clock.now();
  const earners = await openEarners(tx, userId);
  const oldest = earners.map((earner) => earner.accruedUntil).toSorted((a, b) => +a - +b)[0];
  if (!oldest) return [];
  const switches = await switchesAfter(tx, userId, oldest);
  const references = await allReferenceValues(tx);
  const payouts: Payout[] = [];
  for (const earner of earners) {
    const payout = payoutOf(earner, unpaidSegments(earner, { switches, references, until: now }));
    const isOver = earner.endsAt <= now;
    // While mining goes on, less than a satoshi waits for the next round instead of filling the statement.
    const canWait = payout.segments.length === 0 || (payout.payoutSats === 0n && miningSince);
    if (canWait && !isOver) continue;
    const to = payout.segments.at(-1)?.to ?? earner.accruedUntil;
    await advanceEarner(tx, earner, payout, isOver ? earner.endsAt : to);
    if (payout.segments.length > 0) {
      await insertPayout(tx, payout);
      payouts.push(payout);
    }
    if (isOver) await closeEarner(tx, earner.id, now);
  }
  return payouts;
}

function payoutOf(earner: Earner, segments: ReturnType<typeof unpaidSegments>): Payout {
  const settlement = settle(earner, segments);
  const number = earner.payouts + 1;
  return {
    ...settlement,
    id: newId("pay", segments.at(-1)?.to),
    earnerId: earner.id,
    number,
    userId: earner.userId,
    transferId: settlement.payoutSats > 0n ? transferIdOfPayout(earner.id, number) : null,
  };
}

/** The same id for the same payout, always: the ledger itself would refuse to post it a second time. */
function transferIdOfPayout(earnerId: string, number: number): string {
  const uuid = earnerId.slice(earnerId.indexOf("_") + 1);
  return derivedUuid(uuid, "mining-payout", earnerId, String(number));
}

function transferOf({ transferId, userId, payoutSats, earnerId }: Payout): Transfer[] {
  if (!transferId) return [];
  return [
    {
      id: transferId,
      debit: houseAccount("mining", "BTC"),
      credit: userAccount(userId, "available", "BTC"),
      amount: payoutSats,
      code: "mining_payout",
      cause: earnerId,
    },
  ];
}
