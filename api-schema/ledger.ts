/** The user's own statement: every satoshi and cent in and out, with the balance after it. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, listOf, pageQuery, sats, time } from "./values.ts";

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

const entryFilter = pageQuery.extend({
  asset: z.enum(["BTC", "USD"]).optional(),
  account: z.enum(["available", "held"]).optional(),
});

export const ledgerApi = {
  listEntries: {
    method: "GET",
    path: "/api/v1/ledger/entries",
    auth: "user",
    summary: "Statement of the user's ledger accounts, newest first",
    query: entryFilter,
    response: listOf(entry),
  },
  exportEntries: {
    method: "GET",
    path: "/api/v1/ledger/entries.csv",
    auth: "user",
    summary: "The same statement as CSV, with the practice label",
    query: entryFilter.pick({ asset: true, account: true }),
    contentType: "text/csv; charset=utf-8",
    response: z.string(),
  },
} as const satisfies Api;
