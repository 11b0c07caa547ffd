import type { forexJournalApi } from "#api/forex-journal";
import { journalLimits } from "#api/limits";
import type { Handlers } from "#api/route";
import type { Queryable } from "#platform";
import { csvOf, type SourceOf } from "./lists/csv.ts";
import { labelAt } from "./feed/label-at.ts";
import { peekReplay } from "./replays/open-replay.ts";
import { findReplay } from "./replays/replays-table.ts";
import { readSeason } from "./seasons/read-season.ts";
import { forexRefusals } from "./terms/refusals.ts";
import { pageOf } from "./views/page.ts";
import { addImport, removeImport } from "./imports/add-import.ts";
import { importedTradesOf, importsOf } from "./imports/imports-table.ts";
import { importJournal } from "./journal/import-journal.ts";
import { entryColumns } from "./journal/journal-csv.ts";
import type { JournalDeps } from "./journal/journal-deps.ts";
import { entriesOf, findEntry, isEntry, labelsOf } from "./journal/journal-table.ts";
import { presentEntry } from "./journal/present-entry.ts";
import { journalRefusals } from "./journal/refusals.ts";
import { setNote, setPlan } from "./journal/write-entry.ts";

/** Limits of an exported file, so that it can be imported again. */
const FILE_LIMITS = { lines: journalLimits.journalRowsMax, jsonBytes: 3_000_000 } as const;

export function forexJournalRoutes(deps: JournalDeps): Handlers<typeof forexJournalApi> {
  const { database } = deps;
  return {
    async listForexJournal({ caller, query: { replay, season: name, cursor, limit, ...filters } }) {
      const accountId = await accountFor(database, caller.userId, replay);
      const season = replay === undefined ? await readSeason(database, accountId, name) : undefined;
      const page = { ...filters, season, before: cursor, limit: limit + 1 };
      const { items, nextCursor } = pageOf(await entriesOf(database, accountId, page), limit);
      return { items: items.map(presentEntry), nextCursor };
    },

    async getForexJournalLabels({ caller, query: { replay } }) {
      const { tags, mistakes } = await labelsOf(
        database,
        await accountFor(database, caller.userId, replay),
      );
      return { tags: [...tags], mistakes: [...mistakes] };
    },

    async getForexJournalEntry({ caller, params: { orderId } }) {
      const row = await findEntry(database, { userId: caller.userId, orderId });
      if (!row || !isEntry(row)) throw journalRefusals.journal_entry_unknown();
      return presentEntry(row);
    },

    setForexJournalPlan: async ({ caller, params: { orderId }, body }) =>
      presentEntry(await setPlan(deps, { userId: caller.userId, orderId }, body)),

    setForexJournalNote: async ({ caller, params: { orderId }, body }) =>
      presentEntry(await setNote(deps, { userId: caller.userId, orderId }, body)),

    async exportForexJournal({ caller, query: { replay, season: name, cursor, ...filters } }) {
      const accountId = await accountFor(database, caller.userId, replay);
      const season = replay === undefined ? await readSeason(database, accountId, name) : undefined;
      return csvOf(
        entryColumns(await sourceFor(deps, caller.userId, replay)),
        {
          after: cursor,
          read: (before, limit) =>
            entriesOf(database, accountId, { ...filters, season, before, limit }),
        },
        FILE_LIMITS,
      );
    },

    async importForexJournal({ caller: { userId }, body: { replay, text } }) {
      const accountId = await accountFor(database, userId, replay);
      return importJournal(deps, { userId, accountId, text });
    },

    listJournalImports: async ({ caller }) => ({
      items: await importsOf(database, caller.userId),
      nextCursor: null,
    }),

    addJournalImport: ({ caller: { userId }, body }) => addImport(deps, { userId, ...body }),

    async removeJournalImport({ caller: { userId }, params: { importId } }) {
      await removeImport(deps, { userId, importId });
      return { isRemoved: true };
    },

    async listImportedTrades({ caller, query: { cursor, limit } }) {
      const page = { before: cursor, limit: limit + 1 };
      const { items, nextCursor } = pageOf(
        await importedTradesOf(database, caller.userId, page),
        limit,
      );
      return { items: [...items], nextCursor };
    },
  };
}

/** Returns the id of the user's own account, or of one of the user's replays. */
async function accountFor(
  queryable: Queryable,
  userId: string,
  replay: string | undefined,
): Promise<string> {
  if (replay === undefined) return userId;
  const row = await findReplay(queryable, { userId, id: replay });
  if (!row) throw forexRefusals.replay_unknown();
  return row.id;
}

/** Returns the price source by time. A replay has one source for all of its prices. */
async function sourceFor(
  deps: JournalDeps,
  userId: string,
  replay: string | undefined,
): Promise<SourceOf> {
  if (replay === undefined) return (at) => labelAt(deps.feed, at.getTime());
  const { market } = await peekReplay(deps, { userId, replayId: replay });
  return () => market.label;
}
