/**
 * Notifies owners of the engine's actions: immediately if the last message is more than a minute
 * old, otherwise in one message about all actions of that minute. Pending notices are stored with
 * the fill, so that no notice is lost in a crash. A separate worker sends the messages, so that
 * many messages do not delay the engine.
 */
import { isolateFailure, startWorker, type Log, type Worker } from "#platform";
import { lockUntold, clearUntold, untoldAccounts } from "../book/accounts-table.ts";
import { transactionsNumbered } from "../book/transactions-table.ts";
import type { DeskDeps } from "../feed/desk-deps.ts";
import { orderNotice } from "./order-notice.ts";

export const FOREX_NOTICES = "forex-notices";

/** Interval between runs. The engine also wakes the worker after a fill. */
const EVERY_MS = 5_000;
const PAUSE_MS = 60_000;
/** Maximum number of accounts per run. The remaining accounts follow in the next run. */
const ACCOUNTS_MAX = 200;

type NoticeDeps = Pick<DeskDeps, "database" | "clock" | "bus" | "accounts"> & {
  readonly log: Log;
};

export function startForexNotices(deps: NoticeDeps): Worker {
  return startWorker(deps, {
    name: FOREX_NOTICES,
    everyMs: EVERY_MS,
    run: () => notifyOwners(deps),
  });
}

export async function notifyOwners(deps: NoticeDeps): Promise<void> {
  const { database, clock, bus } = deps;
  const before = new Date(clock.now().getTime() - PAUSE_MS);
  for (const userId of await untoldAccounts(database, before, ACCOUNTS_MAX))
    await isolateFailure(deps, userId, async () => {
      if (await notify(deps, userId)) bus.publish("me", { userId, what: "mailbox" });
    });
}

function notify(
  { database, clock, accounts }: Pick<DeskDeps, "database" | "clock" | "accounts">,
  userId: string,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const account = await lockUntold(tx, userId);
    if (!account) return false;
    const now = clock.now();
    const events = await transactionsNumbered(tx, userId, account.untold);
    await clearUntold(tx, userId, now);
    return accounts.deliver(tx, orderNotice({ userId, ...account }, events, now));
  });
}
