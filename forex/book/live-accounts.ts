/** Accounts of people: dollars in the ledger, engine and operator have a say, messages are sent. */
import { balancesOfUsers, postAll } from "#ledger";
import { dayAt, financingDays, openingOf } from "#market";
import { deliver } from "#notifications";
import type { Bus } from "#platform";
import { deskTermsAt } from "../terms/posted-terms.ts";
import { forexRefusals } from "../terms/refusals.ts";
import type { Accounts } from "./accounts.ts";

export const FOREX_ENGINE = "forex-engine";

/**
 * An engine that is so far behind is still walking what it missed; one so far ahead has shown what
 * a clock that was set back shows again.
 */
const APART_MS = 15_000;

/**
 * At 17:00 in New York what is open is financed, one account after the other: until that is done
 * nothing is filled that comes after it, or who closes then would not pay.
 */
function isRolledOver(at: Date, walkedAt: Date): boolean {
  const day = dayAt(at.getTime());
  return financingDays(day - 1) === 0 || walkedAt.getTime() >= openingOf(day);
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
    announce(userId) {
      bus.publish("me", { userId, what: "forex" });
      bus.publish("me", { userId, what: "balances" });
      bus.publish("wake", { worker: FOREX_ENGINE });
    },
    deliver,
    async assertTakesOrders(tx, { timeMs, at, isAtOnce, isClosing }) {
      const [{ isOpen }, [engine]] = await Promise.all([
        deskTermsAt(tx, new Date(timeMs)),
        tx.query<{ walkedAt: Date | null }>(`select walked_at as "walkedAt" from forex_engine`),
      ]);
      if (!isOpen && !isClosing) throw forexRefusals.desk_closed();
      const walkedAt = engine?.walkedAt;
      if (!isAtOnce || !walkedAt) return;
      const isApart = Math.abs(timeMs - walkedAt.getTime()) > APART_MS;
      if (isApart || !isRolledOver(at, walkedAt)) throw forexRefusals.market_halted();
    },
  };
}
