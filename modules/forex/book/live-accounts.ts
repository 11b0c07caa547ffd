/** Accounts of people: dollars in the ledger, engine and operator have a say, messages are sent. */
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
 * An engine that is so far behind is still walking what it missed; one so far ahead has shown what
 * a clock that was set back shows again.
 */
const ENGINE_LAG_MS_MAX = 15_000;
/**
 * Nearer to the close an order keeps the day open until it is written. Of one from further away the
 * engine was at most `APART_MS` ahead when it was checked, however long it had waited before: what
 * is left of its transaction has the rest. PostgreSQL ends a statement, not a sum of them.
 */
const WRITING_MS_MAX = 60_000;

/**
 * At 17:00 in New York what is open is financed, one account after the other: until that is done
 * nothing is filled that comes after it, or who closes then would not pay; and once it has begun
 * nothing that comes before it, or who opens then would not.
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
    /** The person's pages and the engine read the book again. */
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
