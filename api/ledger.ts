/**
 * Routes of the user's own statement: every incoming and outgoing satoshi and cent, with the
 * resulting balance.
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

export const entry = z
  .object({
    transferId: z.string(),
    at: time,
    /** Kind of transfer: `deposit`, `withdrawal_hold`, `mining_payout`, ... */
    code: z.string(),
    /**
     * Id of the withdrawal, contract or deposit that caused the entry. Null for opening entries.
     */
    cause: z.string().nullable(),
    account: z.enum(["available", "held"]),
    asset: z.enum(["BTC", "USD"]),
    version: z.int().meta({
      description:
        "number of the entry on its account, from 1 without a gap, so a missing number is a missing entry",
    }),
    /** Signed amount. Null if the entry is in the other asset. */
    amountSats: sats.nullable(),
    amountCents: cents.nullable(),
    balanceAfterSats: sats.nullable(),
    balanceAfterCents: cents.nullable(),
  })
  .meta({ id: "LedgerEntry" });

/**
 * Details of the object that caused an entry, such as a contract or withdrawal. A field is null if
 * it does not apply, or if no module knows the cause.
 */
const about = z.object({
  /** Name of the plan, product or rig. */
  name: z.string().nullable(),
  quantity: z.int().nullable(),
  hashRateThs: decimal.nullable(),
  /** Duration from start to end. */
  hours: z.int().nullable(),
  /** Address that received the coins. */
  address: z.string().nullable(),
  /** State of a withdrawal, as its own route reports it. */
  state: z.string().nullable(),
  confirmations: z.int().nullable(),
  /** Height of the block. */
  block: z.int().nullable(),
});

const event = z
  .object({
    /** Identifies the event. The key stays the same when transfers are added to the event. */
    key: z.string(),
    /** Cause of the event's entries. Null if the entries were posted without a cause. */
    cause: z.string().nullable(),
    about: about.nullable(),
    firstAt: time,
    lastAt: time,
    /** Code of the first entry, such as `withdrawal_hold`. */
    firstCode: z.string(),
    /** Code of the newest entry, such as `withdrawal`. */
    lastCode: z.string(),
    /** Number of transfers, including mining payouts. */
    transfers: z.int(),
    /** Number of mining payouts. */
    payouts: z.int(),
    /** Net effect of the event on each account. Null if the account did not change. */
    availableSats: sats.nullable(),
    heldSats: sats.nullable(),
    availableCents: cents.nullable(),
    heldCents: cents.nullable(),
  })
  .meta({ id: "LedgerEvent" });

/**
 * Compares the sum of the user's events with the user's balance, in satoshis or in cents. The two
 * amounts are equal in a correct ledger.
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
    summary: "List the entries of the user's ledger accounts, newest first",
    query: entryFilter.extend({ event: z.string().max(120).optional() }),
    response: listOf(entry),
  },
  listEvents: {
    method: "GET",
    path: "/api/v1/ledger/events",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    summary:
      "List the events of the user's money, newest first; entries with the same cause form one event",
    query: entryFilter,
    response: listOf(event).extend({
      /** Null on all pages except the first. */
      proof: proof.nullable(),
    }),
  },
  exportEntries: {
    method: "GET",
    path: "/api/v1/ledger/entries.csv",
    auth: "user",
    readsStandby: true,
    keyScope: "read",
    /**
     * Exports contain at most 20,000 lines per response. If there are more lines, the last line
     * contains the cursor of the next page.
     */
    summary: "Export the statement as CSV, with the practice label",
    query: entryFilter.pick({ asset: true, account: true, cursor: true }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
