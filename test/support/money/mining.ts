/**
 * Creates the dependencies for tests of the mining module: a clock that only the test moves, and
 * purchase requests.
 */
import { randomUUID } from "node:crypto";
import { houseAccount, outsideAccount, postAll, type SettleEarnings } from "#ledger";
import type { ReferenceValues, Treasury } from "#treasury";
import { earningsSettlement, miningProduct } from "#mining";
import {
  createBus,
  newUuid,
  requestHash,
  silentLog,
  type Bus,
  type Clock,
  type Database,
  type IdempotentRequest,
  type Log,
  type PayGate,
} from "#platform";
import { postReferenceValues } from "../../../modules/treasury/post-reference-values.ts";

export interface MovableClock extends Clock {
  set(time: Date | string): void;
  advance(milliseconds: number): void;
}

/**
 * Returns a pay gate that never suspends payments when the clock jumps, because the test itself
 * moves the clock.
 */
export const openGate = (clock: Clock): PayGate => ({
  checkedClock: async () => clock,
  requireCheckedClock: () => clock,
  steadyClock: clock,
});

export function movableClock(start: string): MovableClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    set(to) {
      time = new Date(to).getTime();
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

export interface MiningTestDeps {
  readonly database: Database;
  readonly clock: MovableClock;
  readonly bus: Bus;
  readonly log: Log;
  readonly settleEarnings: SettleEarnings;
  readonly raiseWaitHours: number;
  readonly frozenAmong: () => Promise<ReadonlySet<string>>;
  readonly payGate: PayGate;
  readonly treasury: Treasury;
}

export function miningDeps(database: Database, start = "2026-03-01T09:00:00Z"): MiningTestDeps {
  const clock = movableClock(start);
  const payGate = openGate(clock);
  return {
    database,
    clock,
    bus: createBus(),
    log: silentLog,
    raiseWaitHours: 24,
    settleEarnings: earningsSettlement({ payGate, raiseWaitHours: 24 }),
    frozenAmong: async () => new Set(),
    payGate,
    treasury: { products: [miningProduct(24)] },
  };
}

/**
 * Returns a money request as the server creates it. A test that simulates a repeated request passes
 * the same object again.
 */
export function moneyRequest(userId: string, route: string, body: unknown = {}): IdempotentRequest {
  return { userId, route, key: randomUUID(), requestHash: requestHash(body) };
}

/** Posts reference values that apply from now on. Omitted values stay the same. */
export function setReferenceValues(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  values: Partial<
    Pick<ReferenceValues, "centsPerBtc" | "difficulty" | "feesSats" | "poolFeeMillionths">
  >,
): Promise<ReferenceValues> {
  const why = { source: "a test", setBy: "a test" };
  return database.transaction((tx) => postReferenceValues(tx, clock, { ...values, ...why }));
}

/** Moves coins from the chain into the pool's treasury. */
export async function fundTreasury(database: Database, sats: bigint): Promise<void> {
  await database.transaction((tx) =>
    postAll(tx, [
      {
        id: newUuid(),
        debit: outsideAccount("chain"),
        credit: houseAccount("treasury", "BTC"),
        amount: sats,
        code: "coinbase",
      },
    ]),
  );
}
