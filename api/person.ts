/**
 * One person in front of an administrator: each list on its own, so that one that fails or is long
 * holds up no other.
 */
import { z } from "zod";
import { auditEntry } from "./audit.ts";
import { entry } from "./ledger.ts";
import { worker } from "./mining-workers.ts";
import type { Api } from "./route.ts";
import { ticket } from "./support.ts";
import { authority, signIn } from "./users.ts";
import { cents, listOf, pageQuery, sats, time } from "./values.ts";
import { deposit, withdrawal } from "./wallet-shapes.ts";

export const person = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Empty for who has none. */
    email: z.string(),
    isAdmin: z.boolean(),
    /** Tries without an account. */
    isAnonymous: z.boolean(),
    isDisabled: z.boolean(),
    disabledReason: z.string().nullable(),
    createdAt: time,
    lastSignInAt: time.nullable(),
    balances: z.object({ availableSats: sats, heldSats: sats, availableCents: cents }),
  })
  .meta({ id: "Person" });

const profile = person
  .extend({
    /** Null after the deletion. */
    miningName: z.string().nullable(),
    phone: z.string().nullable(),
    emailConfirmedAt: time.nullable(),
    hasSecondFactor: z.boolean(),
    /** Over money, with a second factor; null for who is no administrator. */
    authority: authority
      .extend({
        grantedAt: time,
        /** Null: by the operator of the machine, or the giver was deleted since. */
        grantedByEmail: z.string().nullable(),
        /** Whether the one who asks may confirm the role now; null when nothing waits for it. */
        confirmable: z.enum(["yes", "own_role", "role_given_by_you", "no_authority"]).nullable(),
      })
      .nullable(),
    /** Seen on the chain, not credited yet. */
    pendingSats: sats,
    /** A reorg took back a deposit that the account could not cover: money cannot leave. */
    isFrozen: z.boolean(),
    /** What is owed for it; the most that can be written off. */
    owedSats: sats,
    /** Nothing but the id is left then; name and address are empty. */
    deletedAt: time.nullable(),
  })
  .meta({ id: "PersonProfile" });

const session = z.object({
  id: z.string(),
  /** aal2: signed in with a second factor. */
  aal: z.enum(["aal1", "aal2"]),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: time,
  lastUsedAt: time,
});

/** Contracts, boosts, stakes, investments, rigs and trades in one list. */
const holding = z
  .object({
    id: z.string(),
    kind: z.enum(["contract", "boost", "staking", "investment", "rig", "trade"]),
    name: z.string(),
    isOpen: z.boolean(),
    startedAt: time,
    /** Null: no fixed end. */
    endsAt: time.nullable(),
    /** Price paid, or coins held; null of a trade, for which nothing is paid. */
    paidSats: sats.nullable(),
    /** Paid to the person so far; null where the rack does not know. */
    earnedSats: sats.nullable(),
  })
  .meta({ id: "Holding" });

const userId = z.strictObject({ userId: z.string().max(64) });
const admin = { method: "GET", auth: "admin", params: userId } as const;
const BASE = "/api/v1/admin/users/{userId}";

export const personApi = {
  getPerson: {
    ...admin,
    path: BASE,
    summary: "Who somebody is here; looking is written to the audit log, once an hour at most",
    response: profile,
  },
  listPersonEntries: {
    ...admin,
    path: `${BASE}/entries`,
    summary: "The person's statement, newest first",
    query: pageQuery,
    response: listOf(entry),
  },
  listPersonSessions: {
    ...admin,
    path: `${BASE}/sessions`,
    summary: "The person's open sessions, used last first",
    query: pageQuery,
    response: listOf(session),
  },
  listPersonSignIns: {
    ...admin,
    path: `${BASE}/sign-ins`,
    summary: "Sign-ins and failed attempts, newest first",
    query: pageQuery,
    response: listOf(signIn),
  },
  listPersonHoldings: {
    ...admin,
    path: `${BASE}/holdings`,
    summary: "Contracts, boosts, stakes, investments and rigs, newest first, ended ones too",
    query: pageQuery,
    response: listOf(holding),
  },
  listPersonWithdrawals: {
    ...admin,
    path: `${BASE}/withdrawals`,
    summary: "Withdrawals, newest first",
    query: pageQuery,
    response: listOf(withdrawal),
  },
  listPersonDeposits: {
    ...admin,
    path: `${BASE}/deposits`,
    summary: "Deposits, newest first",
    query: pageQuery,
    response: listOf(deposit),
  },
  listPersonWorkers: {
    ...admin,
    path: `${BASE}/workers`,
    summary: "The person's own machines, those that worked last first, forgotten ones too",
    query: pageQuery,
    response: listOf(worker),
  },
  listPersonTickets: {
    ...admin,
    path: `${BASE}/tickets`,
    summary: "Support tickets, newest first",
    query: pageQuery,
    response: listOf(ticket),
  },
  listPersonAudit: {
    ...admin,
    path: `${BASE}/audit`,
    summary: "What administrators did to this person, newest first",
    query: pageQuery,
    response: listOf(auditEntry),
  },
} as const satisfies Api;
