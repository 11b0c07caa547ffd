/** HTTP handlers for the signed-in user's statement, as pages and as CSV. */
import type { ledgerApi } from "#api/ledger";
import type { Handlers } from "#api/route";
import { defineRefusals, type Database, type Queryable } from "#platform";
import { describeCauses, type CauseSource } from "./causes.ts";
import { countEvents } from "./count-up.ts";
import { eventProof } from "./event-proof.ts";
import { eventsOf } from "./events.ts";
import { statementCsv } from "./statement-csv.ts";
import { statement, type StatementRequest } from "./statement.ts";
import type { Entry } from "./stored-entry.ts";

const refuse = defineRefusals({
  bad_cursor: {
    status: 400,
    title: "Invalid request",
    text: "The cursor is invalid. Use the nextCursor of the previous page.",
  },
});

export function ledgerRoutes({
  database,
  causeSources,
}: {
  readonly database: Database;
  readonly causeSources: readonly CauseSource[];
}): Handlers<typeof ledgerApi> {
  return {
    listEntries: ({ caller, query }) =>
      statementPage(database, { ...query, userId: caller.userId }),

    async listEvents({ caller, query }) {
      const { userId } = caller;
      // Count outside the transaction, so that each counted batch is committed.
      await countEvents(database, userId);
      return database.transaction(async (tx) => {
        const page = await withoutBadCursor(() => eventsOf(tx, { ...query, userId }));
        const causes = page.items.map(({ cause }) => cause);
        const about = await describeCauses(tx, causeSources, { userId, causes });
        return {
          items: page.items.map((one) => ({ ...one, about: about.get(one.cause ?? "") ?? null })),
          nextCursor: page.nextCursor,
          proof: query.cursor === undefined ? await eventProof(tx, userId) : null,
        };
      });
    },

    exportEntries: ({ caller, query }) =>
      withoutBadCursor(() => statementCsv(database, { ...query, userId: caller.userId })),
  };
}

/** Returns one page of a user's statement in the API's form. Throws 400 `bad_cursor`. */
export async function statementPage(database: Queryable, request: StatementRequest) {
  const page = await withoutBadCursor(() => statement(database, request));
  return { items: page.items.map(presentEntry), nextCursor: page.nextCursor };
}

async function withoutBadCursor<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) throw refuse.bad_cursor();
    throw error;
  }
}

function presentEntry({ id, amount, balanceAfter, asset, version, ...entry }: Entry) {
  const isBtc = asset === "BTC";
  return {
    ...entry,
    transferId: id,
    version: Number(version),
    asset,
    amountSats: isBtc ? amount : null,
    amountCents: isBtc ? null : amount,
    balanceAfterSats: isBtc ? balanceAfter : null,
    balanceAfterCents: isBtc ? null : balanceAfter,
  };
}
