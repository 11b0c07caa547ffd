/** Collects the dashboard's figures from the modules that own the data. Unknown values are null. */
import { adminLimits } from "#api/limits";
import { totalUserBalances } from "#ledger";
import { activeMiners, soldHashRate } from "#mining";
import { outboxFigures, type OutboxFigures } from "#notifications";
import type { Queryable } from "#platform";
import { countOpenTickets, countUnreadChats } from "#support";
import { countPeople, ANONYMOUS_IDS } from "#users";
import { paymentQueues, withdrawalsByState } from "#wallet";
import { countWaitingAdjustments } from "../adjustments/adjustments-table.ts";
import { getBooks } from "./get-books.ts";
import { getHealth } from "./get-health.ts";
import type { AdminDeps } from "../office/deps.ts";

const DAYS = adminLimits.newUsersDays;

export async function getStats(
  deps: Pick<AdminDeps, "clock" | "database" | "forexState" | "machine" | "nodeHeight" | "primary">,
) {
  const { database, clock, primary = database } = deps;
  const now = clock.now();
  const [people, balances, miners, soldHashRateThs, queues, books, health, desk] =
    await Promise.all([
      countPeople(database, { days: DAYS, now }),
      totalUserBalances(database),
      activeMiners(database, now, ANONYMOUS_IDS),
      soldHashRate(database, now, ANONYMOUS_IDS),
      readQueues(database, now),
      getBooks(database),
      getHealth({ ...deps, database: primary }),
      deps.forexState?.() ?? null,
    ]);
  return {
    at: now,
    totalUsers: people.total,
    administrators: people.administrators,
    disabledUsers: people.disabled,
    totalBalanceSats: balances.sats,
    totalBalanceCents: balances.cents,
    activeMiners: miners,
    soldHashRateThs,
    newUsers: people.newSince,
    newUsersDays: DAYS,
    queues,
    books,
    health,
    forex: desk && { ...desk, exposure: [...desk.exposure] },
  };
}

async function readQueues(queryable: Queryable, now: Date) {
  const [payments, withdrawalStates, adjustments, tickets, chats, outbox] = await Promise.all([
    paymentQueues(queryable),
    withdrawalsByState(queryable),
    countWaitingAdjustments(queryable, now),
    countOpenTickets(queryable),
    countUnreadChats(queryable),
    outboxFigures(queryable, now),
  ]);
  return {
    ...payments,
    withdrawalStates: withdrawalStates.map(({ state, count }) => ({ state, count })),
    adjustments,
    tickets,
    chats,
    ...mailQueue(outbox),
  };
}

/**
 * Returns the outbox's figures. Null without a mail server and an SMS gateway, because all messages
 * then stay in the practice mailboxes.
 */
function mailQueue({ email, sms }: OutboxFigures) {
  const open = [email, sms].filter((outlet) => outlet !== null);
  if (open.length === 0) return { mails: null, mailsGivenUp: null, mailProblem: null };
  return {
    mails: open.reduce((sum, { waiting }) => sum + waiting, 0),
    mailsGivenUp: open.reduce((sum, { deadInDay }) => sum + deadInDay, 0),
    mailProblem: open.find(({ lastProblem }) => lastProblem !== null)?.lastProblem ?? null,
  };
}
