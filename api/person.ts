/**
 * Administrators' routes for the data of one user. Each list has its own route, so that a slow or
 * failing list does not delay the other lists.
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
    /** Empty if the user has no e-mail address. */
    email: z.string(),
    isAdmin: z.boolean(),
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
    /** The user's mining name. Null after the account was deleted. */
    miningName: z.string().nullable(),
    phone: z.string().nullable(),
    emailConfirmedAt: time.nullable(),
    hasSecondFactor: z.boolean(),
    /**
     * Authority to approve money movements, which requires two-factor authentication. Null for
     * users who are not administrators.
     */
    authority: authority
      .extend({
        grantedAt: time,
        /**
         * E-mail address of the administrator who gave the role. Null if the operator gave it on
         * the server, or if that administrator's account was deleted.
         */
        grantedByEmail: z.string().nullable(),
        /**
         * `yes` if the caller may confirm the role now. Any other value states why the caller may
         * not. Null if no role is waiting for confirmation.
         */
        confirmable: z.enum(["yes", "own_role", "role_given_by_you", "no_authority"]).nullable(),
      })
      .nullable(),
    /** Deposits seen on the chain that are not credited yet. */
    pendingSats: sats,
    /**
     * True if a reorg removed a deposit and the account could not cover the loss. Such an account
     * cannot send money.
     */
    isFrozen: z.boolean(),
    /** Debt from a deposit that a reorg removed. Write-offs are limited to this amount. */
    owedSats: sats,
    /**
     * Time of the account's deletion. After the deletion only the id remains, and name and e-mail
     * address are empty.
     */
    deletedAt: time.nullable(),
  })
  .meta({ id: "PersonProfile" });

const session = z.object({
  id: z.string(),
  /** `aal2`: signed in with two-factor authentication. */
  aal: z.enum(["aal1", "aal2"]),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: time,
  lastUsedAt: time,
});

/** A contract, boost, stake, investment, rig or trade of the user. */
const holding = z
  .object({
    id: z.string(),
    kind: z.enum(["contract", "boost", "staking", "investment", "rig", "trade"]),
    name: z.string(),
    isOpen: z.boolean(),
    startedAt: time,
    /** End date. Null without a fixed end. */
    endsAt: time.nullable(),
    /** Price paid, or coins held. Null for a trade, which has no price. */
    paidSats: sats.nullable(),
    /** Amount paid to the user so far. Null if the amount is unknown. */
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
    summary: "Get a user's details; each view is recorded in the audit log, at most once an hour",
    response: profile,
  },
  listPersonEntries: {
    ...admin,
    path: `${BASE}/entries`,
    summary: "List the user's ledger entries, newest first",
    query: pageQuery,
    response: listOf(entry),
  },
  listPersonSessions: {
    ...admin,
    path: `${BASE}/sessions`,
    summary: "List the user's open sessions, latest use first",
    query: pageQuery,
    response: listOf(session),
  },
  listPersonSignIns: {
    ...admin,
    path: `${BASE}/sign-ins`,
    summary: "List sign-ins and failed attempts, newest first",
    query: pageQuery,
    response: listOf(signIn),
  },
  listPersonHoldings: {
    ...admin,
    path: `${BASE}/holdings`,
    summary: "List open and ended contracts, boosts, stakes, investments and rigs, newest first",
    query: pageQuery,
    response: listOf(holding),
  },
  listPersonWithdrawals: {
    ...admin,
    path: `${BASE}/withdrawals`,
    summary: "List withdrawals, newest first",
    query: pageQuery,
    response: listOf(withdrawal),
  },
  listPersonDeposits: {
    ...admin,
    path: `${BASE}/deposits`,
    summary: "List deposits, newest first",
    query: pageQuery,
    response: listOf(deposit),
  },
  listPersonWorkers: {
    ...admin,
    path: `${BASE}/workers`,
    summary: "List the user's workers, including hidden ones, most recent share first",
    query: pageQuery,
    response: listOf(worker),
  },
  listPersonTickets: {
    ...admin,
    path: `${BASE}/tickets`,
    summary: "List support tickets, newest first",
    query: pageQuery,
    response: listOf(ticket),
  },
  listPersonAudit: {
    ...admin,
    path: `${BASE}/audit`,
    summary: "List administrators' actions on this user, newest first",
    query: pageQuery,
    response: listOf(auditEntry),
  },
} as const satisfies Api;
