/**
 * Routes of the Forex journal: plans and notes of orders and trades, and trades that a user imports
 * from another broker. A journal entry has the id of the order that opened the trade.
 */
import { z } from "zod";
import { journalLabel, journalNote, journalPlan } from "./forex-journal-texts.ts";
import { journalLimits } from "./limits.ts";
import { seasonName } from "./forex-seasons.ts";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, time } from "./values.ts";

const PATH = "/api/v1/forex/journal";
/**
 * Maximum body size. It is larger than the text itself, because JSON encodes each line break as two
 * characters.
 */
const BODY_BYTES_MAX = 4_500_000;
const fileText = z.string().max(journalLimits.fileCharactersMax);
const side = z.enum(["buy", "sell"]);

const entry = z
  .object({
    /** Id of the order that opened, or will open, the trade. */
    id: z.string(),
    instrument: z.string(),
    side,
    /** Number of units without a sign. */
    units: z.int(),
    orderType: z.string(),
    orderState: z.enum(["PENDING", "FILLED", "CANCELLED"]),
    orderedAt: time,
    /** Stop loss and take profit with which the order was placed. */
    stopLoss: decimal.nullable(),
    takeProfit: decimal.nullable(),
    /** Null for an order that has opened no trade. */
    trade: z
      .object({
        id: z.string(),
        state: z.enum(["OPEN", "CLOSE_WHEN_TRADEABLE", "CLOSED"]),
        openedAt: time,
        closedAt: time.nullable(),
        price: decimal,
        closePrice: decimal.nullable(),
        realisedCents: cents,
        financingCents: cents,
      })
      .nullable(),
    plan: z.object({ text: z.string(), tags: z.array(z.string()), writtenAt: time }).nullable(),
    /** True once the order has ended. Its plan can then no longer be changed. */
    isPlanFrozen: z.boolean(),
    note: z
      .object({
        text: z.string(),
        tags: z.array(z.string()),
        mistakes: z.array(z.string()),
        changedAt: time,
      })
      .nullable(),
  })
  .meta({ id: "ForexJournalEntry" });

const journalImport = z
  .object({
    id: z.string(),
    name: z.string(),
    format: z.enum(["MT5", "OANDA", "CTRADER"]),
    /** Time zone of the file's times, from the file or from the user. */
    timeZone: z.string(),
    /** Currency of the results. Null if the file does not contain it. */
    currency: z.string().nullable(),
    importedAt: time,
    /** Number of stored trades. */
    trades: z.int(),
    /** Trades that an earlier import had already stored. */
    duplicates: z.int(),
    /** Rows that are no closed trades, such as deposits and pending orders. */
    skipped: z.int(),
  })
  .meta({ id: "ForexJournalImport" });

const importedTrade = z
  .object({
    id: z.string(),
    importId: z.string(),
    /** The broker's number of the trade. */
    ticket: z.string(),
    instrument: z.string(),
    side,
    /** Number of units. Null if the contract size of the instrument is unknown. */
    units: z.int().nullable(),
    /** Size as written in the file. */
    quantity: z.string(),
    openedAt: time,
    closedAt: time,
    price: decimal,
    closePrice: decimal,
    /** Result without swap and commission, unless the file contains only the net result. */
    resultCents: cents,
    swapCents: cents,
    commissionCents: cents,
    currency: z.string().nullable(),
  })
  .meta({ id: "ForexImportedTrade" });

/** Selects the journal of a replay. Without it, the journal of the live account is used. */
const ofReplay = { replay: z.string().max(60).optional() };
const byOrder = z.strictObject({ orderId: z.string().max(60) });

const filters = pageQuery.extend({
  ...ofReplay,
  season: seasonName
    .default("all")
    .meta({ description: "season of the live account; a replay has no seasons" }),
  tag: journalLabel.optional(),
  mistake: journalLabel.optional(),
  instrument: z.string().max(20).optional(),
  from: time.optional().meta({ description: "first moment, inclusive" }),
  to: time.optional().meta({ description: "last moment, inclusive" }),
  text: z
    .string()
    .trim()
    .max(journalLimits.searchMax)
    .optional()
    .meta({ description: "text in the plan, the note, a tag, a mistake or the instrument" }),
});

export const forexJournalApi = {
  listForexJournal: {
    method: "GET",
    path: PATH,
    auth: "user",
    keyScope: "read",
    summary: "List journal entries, newest first: trades, and orders with a plan",
    query: filters,
    response: listOf(entry),
  },
  getForexJournalLabels: {
    method: "GET",
    path: `${PATH}/labels`,
    auth: "user",
    keyScope: "read",
    summary: "List the tags and mistakes that are in use, in alphabetical order",
    query: z.strictObject(ofReplay),
    response: z.object({ tags: z.array(z.string()), mistakes: z.array(z.string()) }),
  },
  getForexJournalEntry: {
    method: "GET",
    path: `${PATH}/entries/{orderId}`,
    auth: "user",
    keyScope: "read",
    summary: "Get a journal entry of the live account or of a replay by its order's id",
    params: byOrder,
    response: entry,
  },
  setForexJournalPlan: {
    method: "PUT",
    path: `${PATH}/entries/{orderId}/plan`,
    auth: "user",
    keyScope: "trade",
    summary: "Write or change the plan of a pending order",
    params: byOrder,
    body: journalPlan,
    response: entry,
  },
  setForexJournalNote: {
    method: "PUT",
    path: `${PATH}/entries/{orderId}/note`,
    auth: "user",
    keyScope: "trade",
    summary: "Write or change the note, tags and mistakes of an entry",
    params: byOrder,
    body: journalNote,
    response: entry,
  },
  exportForexJournal: {
    method: "GET",
    path: "/api/v1/forex/journal.csv",
    auth: "user",
    keyScope: "read",
    summary: "Export the journal as CSV, newest first",
    query: filters.omit({ limit: true }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
  importForexJournal: {
    method: "POST",
    path: `${PATH}/csv`,
    auth: "user",
    summary: "Read plans, notes, tags and mistakes from a CSV file that the export wrote",
    bodyBytesMax: BODY_BYTES_MAX,
    countsUpload: true,
    body: z.strictObject({ ...ofReplay, text: fileText }),
    response: z.object({
      /** Number of rows in the file. */
      rows: z.int(),
      /** Number of entries that differed from the file. */
      changed: z.int(),
    }),
  },
  listJournalImports: {
    method: "GET",
    path: `${PATH}/imports`,
    auth: "user",
    summary: "List your imports of other brokers' histories, newest first",
    response: z.object({ items: z.array(journalImport), nextCursor: z.null() }),
  },
  addJournalImport: {
    method: "POST",
    path: `${PATH}/imports`,
    auth: "user",
    summary: "Import closed trades from a history of MetaTrader 5, OANDA or cTrader",
    bodyBytesMax: BODY_BYTES_MAX,
    countsUpload: true,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      text: fileText,
      /** IANA name such as "Europe/Athens", or an offset such as "UTC+3". */
      timeZone: z.string().max(60).optional(),
    }),
    response: journalImport,
  },
  removeJournalImport: {
    method: "DELETE",
    path: `${PATH}/imports/{importId}`,
    auth: "user",
    summary: "Delete an import with all of its trades",
    params: z.strictObject({ importId: z.string().max(60) }),
    response: z.object({ isRemoved: z.literal(true) }),
  },
  listImportedTrades: {
    method: "GET",
    path: `${PATH}/imported-trades`,
    auth: "user",
    keyScope: "read",
    summary: "List imported trades, last closed first",
    query: pageQuery,
    response: listOf(importedTrade),
  },
} as const satisfies Api;
