/**
 * Implements users' live accounts: dollars are in the ledger, orders depend on the engine and the
 * operator, and owners receive messages.
 */
import { balancesOfUsers, postAll } from "#ledger";
import { dayAt, financingDays, newYorkClose, openingOf } from "#market";
import { deliver } from "#notifications";
import type { Bus } from "#platform";
import { deskTermsAt } from "../terms/posted-terms.ts";
import { forexRefusals } from "../terms/refusals.ts";
import type { Accounts } from "./accounts.ts";
import { closeDay, keepDayOpen, readEngine, type EngineState } from "./close-day.ts";

export const FOREX_ENGINE = "forex-engine";

/**
 * Maximum difference between the engine's time and the clock. An engine that is further behind is
 * still catching up. If it is further ahead, the clock was set back, and prices that users have
 * already seen would repeat.
 */
const ENGINE_LAG_MS_MAX = 15_000;
/**
 * Orders that reach the market within this time before the close keep the day open until they are
 * written. Earlier orders do not need this protection: when they were checked, the engine was at
 * most `ENGINE_LAG_MS_MAX` ahead, so their transaction has the remaining time. PostgreSQL's timeout
 * limits each statement, not their sum.
 */
const WRITING_MS_MAX = 60_000;

/**
 * True while positions are being financed, one account after another, from 17:00 New York time. A
 * later order is not filled until the financing is complete, because it could close a position that
 * would then avoid the financing. An earlier order is not filled once the financing has begun,
 * because the position that it opens would avoid the financing.
 */
function isRollingOver(at: Date, { processedAt: walkedAt, closedAt }: EngineState): boolean {
  const day = dayAt(at.getTime());
  const isBehind = (walkedAt?.getTime() ?? 0) < openingOf(day);
  return (closedAt !== null && at < closedAt) || (isBehind && financingDays(day - 1) !== 0);
}

function isNearClose(at: Date): boolean {
  return newYorkClose(dayAt(at.getTime())) - at.getTime() < WRITING_MS_MAX;
}

export function liveAccounts(bus: Bus): Accounts {
  return {
    idOf: (userId) => userId,
    async availableCents(queryable, accountIds) {
      const balances = await balancesOfUsers(queryable, accountIds);
      return new Map([...balances].map(([id, { availableCents }]) => [id, availableCents]));
    },
    post: postAll,
    /** Notifies the user's pages and the engine, which then reload the book. */
    publish(userId) {
      bus.publish("me", { userId, what: "forex" });
      bus.publish("me", { userId, what: "balances" });
      bus.publish("wake", { worker: FOREX_ENGINE });
    },
    deliver,
    notifiesOwners: true,
    async assertTakesOrders(tx, { timeMs, at, isAtOnce, isClosing }) {
      if (isAtOnce && isNearClose(at)) await keepDayOpen(tx);
      const [{ isOpen }, engine] = await Promise.all([
        deskTermsAt(tx, new Date(timeMs)),
        readEngine(tx),
      ]);
      if (!isOpen && !isClosing) throw forexRefusals.desk_closed();
      if (!isAtOnce || !engine?.processedAt) return;
      const isLagging = Math.abs(timeMs - engine.processedAt.getTime()) > ENGINE_LAG_MS_MAX;
      if (isLagging || isRollingOver(at, engine)) throw forexRefusals.market_halted();
    },
    processedUntil: async (queryable) => (await readEngine(queryable))?.processedAt?.getTime(),
    closeDay,
  };
}
