/**
 * Simulated payouts in tests: asked for with the published account, moved on by so many seconds,
 * and what the house has of them.
 */
import { expect } from "vitest";
import { testAccounts, type SimulatedMethod } from "#api-schema/payout-accounts";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { movePayouts } from "../payouts/move-payouts.ts";
import { reconcile } from "../watcher/reconcile.ts";
import type { Floor } from "./floor.ts";

export const METHODS: readonly SimulatedMethod[] = ["bank", "paypal", "cashapp"];

export function pay(
  floor: Floor,
  userId: string,
  amountSats: bigint,
  method: SimulatedMethod = "bank",
  more: Parameters<Floor["withdraw"]>[2] = {},
) {
  return floor.withdraw(userId, amountSats, { method, account: testAccounts[method], ...more });
}

/** The wallet as it is so many seconds later. */
export function later(floor: Floor, seconds: number) {
  return {
    ...floor.wallet,
    clock: { now: () => new Date(Date.now() + seconds * 1000) },
  };
}

/** One round of the payouts' worker, so many seconds later. */
export async function work(floor: Floor, seconds: number): Promise<void> {
  await movePayouts(later(floor, seconds), new AbortController().signal);
}

export async function house({ database }: Floor) {
  return {
    treasury: await accountBalance(database, houseAccount("treasury", "BTC")),
    fees: await accountBalance(database, houseAccount("fees", "BTC")),
  };
}

/** With nothing left over from the test before. */
export async function houseAtRest(floor: Floor) {
  await work(floor, 3_600);
  return house(floor);
}

export async function booksAgree(floor: Floor): Promise<void> {
  await reconcile(floor.wallet);
  expect(await readCursor(floor.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(floor.database)).toEqual([]);
}
