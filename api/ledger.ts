/**
 * The user's own statement: every incoming and outgoing satoshi and cent, with the resulting
 * balance.
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
    /** Signed. Null if the entry is in the other asset. */
    amountSats: sats.nullable(),
    amountCents: cents.nullable(),
    balanceAfterSats: sats.nullable(),
    balanceAfterCents: cents.nullable(),
  })
  .meta({ id: "LedgerEntry" });

/** Properties of a cause. Each is null if the cause has no such property or no module knows it. */
const about = z.object({
  /** Name of the plan, product or rig. */
  name: z.string().nullable(),
  quantity: z.int().nullable(),
  hashRateThs: decimal.nullable(),
  /** Duration from start to end. */
  hours: z.int().nullable(),
  /** Address that received the coins. */
  address: z.string().nullable(),
  /** State of a withdrawal, as reported by its own route. */
  state: z.string().nullable(),
  confirmations: z.int().nullable(),
  /** Height of the block. */
  block: z.int().nullable(),
});

const event = z
  .object({
    /** Identifies the event, also while transfers are still added to it. */
    key: z.string(),
    /** Cause of the event's entries. Null if they were posted without one. */
    cause: z.string().nullable(),
    about: about.nullable(),
    firstAt: time,
    lastAt: time,
    /** Codes of the first and the newest entry: `withdrawal_hold`, `withdrawal`, ... */
    firstCode: z.string(),
    lastCode: z.string(),
    /** Number of transfers, and how many of them are mining payouts. */
    transfers: z.int(),
    payouts: z.int(),
    /** Net effect on each account. Null if the account did not change. */
    availableSats: sats.nullable(),
    heldSats: sats.nullable(),
    availableCents: cents.nullable(),
    heldCents: cents.nullable(),
  })
  .meta({ id: "LedgerEvent" });

/**
 * Total of all the user's events next to the balances, in satoshis or cents. They are equal in a
 * correct ledger.
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
      /** Included in the first page only. */
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
     * At most 20,000 lines. The last line of a longer list contains the cursor of the next page.
     */
    summary: "Export the statement as CSV, with the practice label",
    query: entryFilter.pick({ asset: true, account: true, cursor: true }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
