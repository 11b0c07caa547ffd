/**
 * Helpers for tests of simulated payouts: requests with the published test account, rounds at later
 * times, and the platform's balances.
 */
import { expect } from "vitest";
import { testAccounts, type SimulatedMethod } from "#api/payout-accounts";
import { accountBalance, houseAccount, verifyLedger } from "#ledger";
import { readCursor } from "../chain/chain-table.ts";
import { movePayouts } from "../payouts/move-payouts.ts";
import { reconcile } from "../watcher/reconcile.ts";
import type { Installation } from "./installation.ts";

export const METHODS: readonly SimulatedMethod[] = ["bank", "paypal", "cashapp"];

export function pay(
  installation: Installation,
  userId: string,
  amountSats: bigint,
  method: SimulatedMethod = "bank",
  more: Parameters<Installation["withdraw"]>[2] = {},
) {
  return installation.withdraw(userId, amountSats, {
    method,
    account: testAccounts[method],
    ...more,
  });
}

/** Returns the wallet with its clock moved forward by `seconds`. */
export function later(installation: Installation, seconds: number) {
  return {
    ...installation.wallet,
    clock: { now: () => new Date(Date.now() + seconds * 1000) },
  };
}

/** Runs one round of the payout worker with the clock moved forward by `seconds`. */
export async function work(installation: Installation, seconds: number): Promise<void> {
  await movePayouts(later(installation, seconds), new AbortController().signal);
}

export async function house({ database }: Installation) {
  return {
    treasury: await accountBalance(database, houseAccount("treasury", "BTC")),
    fees: await accountBalance(database, houseAccount("fees", "BTC")),
  };
}

/** Completes all payouts that earlier tests left open. Returns the platform's balances. */
export async function houseAtRest(installation: Installation) {
  await work(installation, 3_600);
  return house(installation);
}

export async function booksAgree(installation: Installation): Promise<void> {
  await reconcile(installation.wallet);
  expect(await readCursor(installation.database)).toMatchObject({ unexplainedSats: 0n });
  expect(await verifyLedger(installation.database)).toEqual([]);
}
