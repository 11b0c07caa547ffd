/** The figures of the dashboard, each from the room that knows it. What has no source is null. */
import { adminLimits } from "#api-schema/limits";
import { totalUserBalances } from "#ledger";
import { activeMiners, soldHashRate } from "#mining";
import { outboxFigures, type OutboxFigures } from "#notifications";
import type { Queryable } from "#platform";
import { countOpenTickets } from "#support";
import { countPeople } from "#users";
import { chainStatus, paymentQueues } from "#wallet";
import type { AdminParts } from "./parts.ts";

const DAYS = adminLimits.newUsersDays;

export async function getStats({
  database,
  clock,
  nodeHeight,
}: Pick<AdminParts, "clock" | "database" | "nodeHeight">) {
  const now = clock.now();
  const [people, balances, miners, soldHashRateThs, payments, tickets, outbox, health] =
    await Promise.all([
      countPeople(database, { days: DAYS, now }),
      totalUserBalances(database),
      activeMiners(database, now),
      soldHashRate(database, now),
      paymentQueues(database),
      countOpenTickets(database),
      outboxFigures(database, now),
      readHealth(database, nodeHeight),
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
    queues: { ...payments, tickets, ...mailQueue(outbox) },
    health,
  };
}

/** Null where neither a mail server nor a gateway is connected: letters are in the practice mailboxes at once. */
function mailQueue({ email, sms }: OutboxFigures) {
  const open = [email, sms].filter((outlet) => outlet !== null);
  if (open.length === 0) return { mails: null, mailsGivenUp: null, mailProblem: null };
  return {
    mails: open.reduce((sum, { waiting }) => sum + waiting, 0),
    mailsGivenUp: open.reduce((sum, { deadInDay }) => sum + deadInDay, 0),
    mailProblem: open.find(({ lastProblem }) => lastProblem !== null)?.lastProblem ?? null,
  };
}

async function readHealth(queryable: Queryable, nodeHeight: AdminParts["nodeHeight"]) {
  const [writable] = await queryable.query<{ readonly: string }>(
    "select current_setting('transaction_read_only') as readonly",
  );
  const tip = await chainStatus(queryable);
  return {
    database: writable?.readonly === "off" ? ("writable" as const) : ("read only" as const),
    nodeHeight: await nodeHeight(),
    watcherHeight: tip?.height ?? null,
    unexplainedSats: tip?.unexplainedSats ?? null,
    reconciledHeight: tip?.reconciledHeight ?? null,
    withdrawalsPaused: tip?.pausedReason ?? null,
  };
}
