/**
 * Collects debts from the debtors' balances, regardless of which module paid the income: mining
 * payouts, corrections, ended stakes or sales. These modules therefore do not have to handle debts.
 * Users in debt cannot buy or withdraw, so the income is still available when this worker runs. The
 * treasury's debt already counts as an obligation, so its repayment does not change the treasury's
 * spare coins.
 */
import { accountBalance, postAll } from "#ledger";
import { isolateFailure, newUuid } from "#platform";
import { ownAccount, repayDebt } from "../books/claw-back.ts";
import { listDebtors } from "../books/debts-table.ts";
import type { WatcherDeps } from "./deps.ts";
import { retryUntilBooked } from "../books/retry-races.ts";

type Deps = Pick<WatcherDeps, "database" | "bus" | "clock" | "log">;

export async function collectDebts(deps: Deps): Promise<void> {
  for (const userId of await listDebtors(deps.database))
    await isolateFailure(deps, userId ?? "treasury", () => collectFrom(deps, userId));
}

async function collectFrom(deps: Deps, userId: string | null): Promise<void> {
  const { bus, clock } = deps;
  const account = ownAccount(userId);
  if ((await accountBalance(deps.database, account)) === 0n) return;
  const isTaken = await retryUntilBooked(deps, async (tx) => {
    const amountSats = await accountBalance(tx, account);
    // The debt is read from the locked row, so that no part of the debt is collected twice.
    const id = newUuid(clock.now());
    const legs = await repayDebt(tx, { id, round: "collected", userId, amountSats, cause: "debt" });
    if (legs.length > 0) await postAll(tx, legs);
    return legs.length > 0;
  });
  if (isTaken && userId !== null) bus.publish("me", { userId, what: "balances" });
}
