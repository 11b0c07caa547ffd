/**
 * Takes what debtors owe out of whatever came into their balance, whichever module gave it: pay,
 * corrections, ends of stakes, what is sold back. The one place that repays what the wallet did not
 * bring in itself, so that no module has to think of debts. Users who owe can buy and withdraw
 * nothing, so that it does not get away meanwhile; the treasury's debt is counted as owed until
 * then, so that paying it leaves as much spare as before.
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
    // Its row says what is owed and is locked: the same satoshi is never taken twice.
    const id = newUuid(clock.now());
    const legs = await repayDebt(tx, { id, round: "collected", userId, amountSats, cause: "debt" });
    if (legs.length > 0) await postAll(tx, legs);
    return legs.length > 0;
  });
  if (isTaken && userId !== null) bus.publish("me", { userId, what: "balances" });
}
