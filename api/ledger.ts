/** The user's own statement: every satoshi and cent in and out, with the balance after it. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

export const entry = z
  .object({
    transferId: z.string(),
    at: time,
    /** Why: `deposit`, `withdrawal_hold`, `mining_payout`, ... */
    code: z.string(),
    /** What caused it: id of a withdrawal, contract, deposit; null for openings. */
    cause: z.string().nullable(),
    account: z.enum(["available", "held"]),
    asset: z.enum(["BTC", "USD"]),
    /** Signed; null for the other asset. */
    amountSats: sats.nullable(),
    amountCents: cents.nullable(),
    balanceAfterSats: sats.nullable(),
    balanceAfterCents: cents.nullable(),
  })
  .meta({ id: "LedgerEntry" });

/** Properties of a cause. Each is null if the cause has no such property or no module knows it. */
const about = z.object({
  /** Of the plan, product or machine. */
  name: z.string().nullable(),
  quantity: z.int().nullable(),
  hashRateThs: decimal.nullable(),
  /** How long it runs, from its beginning to its end. */
  hours: z.int().nullable(),
  /** Where coins went. */
  address: z.string().nullable(),
  /** Of a withdrawal, as its own route tells it. */
  state: z.string().nullable(),
  confirmations: z.int().nullable(),
  /** The height of its block. */
  block: z.int().nullable(),
});

const event = z
  .object({
    /** Tells it from the user's other events, for as long as it grows. */
    key: z.string(),
    /** What caused it, as in its entries; null for what was posted without a cause. */
    cause: z.string().nullable(),
    about: about.nullable(),
    firstAt: time,
    lastAt: time,
    /** What it began with, and its newest state: `withdrawal_hold`, `withdrawal`, ... */
    firstCode: z.string(),
    lastCode: z.string(),
    /** How many transfers it is, and how many of them are payouts of mining. */
    transfers: z.int(),
    payouts: z.int(),
    /** Net effect on each account; null where it moved nothing there. */
    availableSats: sats.nullable(),
    heldSats: sats.nullable(),
    availableCents: cents.nullable(),
    heldCents: cents.nullable(),
  })
  .meta({ id: "LedgerEvent" });

/**
 * Sums, in satoshis or cents, of all events of the user beside the balances: the same in books that
 * add up.
 */
const proof = z.array(
  z.object({
    asset: z.enum(["BTC", "USD"]),
    account: z.enum(["available", "held"]),
    sum: sats,
    balance: sats,
  }),
);

const entryFilter = pageQuery.extend({
  asset: z.enum(["BTC", "USD"]).optional(),
  account: z.enum(["available", "held"]).optional(),
});

export const ledgerApi = {
  listEntries: {
    method: "GET",
    path: "/api/v1/ledger/entries",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "Statement of the user's ledger accounts, newest first",
    query: entryFilter.extend({ event: z.string().max(120).optional() }),
    response: listOf(entry),
  },
  listEvents: {
    method: "GET",
    path: "/api/v1/ledger/events",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary: "What happened to the user's money, newest first: all entries with one cause are one",
    query: entryFilter,
    response: listOf(event).extend({
      /** With the first page. */
      proof: proof.nullable(),
    }),
  },
  exportEntries: {
    method: "GET",
    path: "/api/v1/ledger/entries.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    /** At most 20,000 lines; the last one of a longer list names the cursor to go on with. */
    summary: "The same statement as CSV, with the practice label",
    query: entryFilter.pick({ asset: true, account: true, cursor: true }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
