/**
 * Routes for administrators: installation figures, users and the audit log. No route edits a
 * balance directly.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { adminPoolApi } from "./admin-pool.ts";
import { coldApi } from "./cold.ts";
import { historyDaysApi } from "./history-days.ts";
import { operationsApi } from "./operations.ts";
import { resetRequestsApi } from "./reset-requests.ts";
import { securityApi } from "./security.ts";
import { siteSettingsApi } from "./site-settings.ts";
import { auditApi } from "./audit.ts";
import { person, personApi } from "./person.ts";
import { treasuryApi } from "./treasury.ts";
import { cents, decimal, listOf, pageQuery, sats, time } from "./values.ts";

/**
 * Figures of the installation. A figure without a live source is null ("not monitored"), never
 * zero.
 */
const stats = z
  .object({
    at: time,
    totalUsers: z.int(),
    administrators: z.int(),
    disabledUsers: z.int(),
    /** Sum of all users' available and held coins. */
    totalBalanceSats: sats,
    totalBalanceCents: cents,
    activeMiners: z.int(),
    soldHashRateThs: decimal,
    /** Users who signed up in the last `newUsersDays` days. */
    newUsers: z.int(),
    newUsersDays: z.int(),
    queues: z.object({
      withdrawals: z.int(),
      oldestWithdrawalAt: time.nullable(),
      deposits: z.int(),
      /** Proposed corrections that wait for a second administrator and have not expired. */
      adjustments: z.int(),
      /** Support tickets that support has not answered. */
      tickets: z.int(),
      /** Conversations with messages that no administrator has read. */
      chats: z.int(),
      /** Number of open withdrawals by state. */
      withdrawalStates: z.array(z.object({ state: z.string(), count: z.int() })),
      /**
       * Messages waiting for delivery. Null on installations that deliver only to the practice
       * mailbox.
       */
      mails: z.int().nullable(),
      /** Number of messages abandoned in the last 24 hours. Null without a mail server. */
      mailsGivenUp: z.int().nullable(),
      /**
       * Why delivery of the newest abandoned message failed. Null without a mail server, and if no
       * message was abandoned.
       */
      mailProblem: z.string().nullable(),
    }),
    /**
     * Balances of the node wallet and the ledger at the same moment. Null until the first block has
     * been read.
     */
    books: z
      .object({
        /** Coins in the node wallet, adjusted for payments in progress. */
        walletSats: sats,
        /** On-chain coins according to the ledger: the users' coins and the platform's own. */
        bookedSats: sats,
        height: z.int(),
      })
      .nullable(),
    health: z.object({
      database: z.enum(["writable", "read only"]),
      databaseBytes: z.codec(z.int(), z.bigint(), { decode: BigInt, encode: Number }),
      connections: z.int(),
      connectionsMax: z.int(),
      /** Milliseconds by which the server's clock is ahead of the database's clock. */
      clockSkewMs: z.int(),
      nodeHeight: z.int().nullable(),
      nodePeers: z.int().nullable(),
      nodeAgent: z.string().nullable(),
      /** Why the node is not responding. Null if it responds. */
      nodeProblem: z.string().nullable(),
      /** Seconds since the newest block was read. */
      tipAgeSeconds: z.int().nullable(),
      watcherHeight: z.int().nullable(),
      /**
       * Difference between node wallet and ledger at `reconciledHeight`. Null before the first
       * comparison.
       */
      unexplainedSats: sats.nullable(),
      reconciledHeight: z.int().nullable(),
      reconciledAt: time.nullable(),
      /** Why withdrawals are paused, as a sentence. Null while they are sent. */
      withdrawalsPaused: z.string().nullable(),
      /**
       * Why mining payouts and maturity payments are paused until an administrator resumes them.
       * Null while these payments run.
       */
      payPaused: z.string().nullable(),
      payPausedAt: time.nullable(),
      diskFreeBytes: z.int().nullable(),
      diskTotalBytes: z.int().nullable(),
      /** Longest delay of the event loop in the last minute. */
      loopLagMs: z.number().nullable(),
      startedAt: time.nullable(),
      workers: z
        .array(
          z.object({
            name: z.string(),
            lastRoundAt: time.nullable(),
            /** Why the job's last run failed. Null if it succeeded. */
            failure: z.string().nullable(),
            /** Number of consecutive failed runs. */
            failures: z.int(),
            /** True if no run has succeeded for so long that the job is probably stuck. */
            isLate: z.boolean(),
          }),
        )
        .nullable(),
    }),
    /** The Forex desk. Null if it is not monitored. */
    forex: z
      .object({
        source: z.enum(["practice", "oanda"]),
        label: z.string(),
        isOpen: z.boolean(),
        /**
         * Age of the latest price in seconds. Null while the market is closed and while there is no
         * price.
         */
        ageSeconds: z.int().nullable(),
        /** The platform's profit or loss from closed trades and financing. */
        resultCents: cents,
        /** The platform's profit or loss on open positions at mid price. Null without prices. */
        openResultCents: cents.nullable(),
        openPositions: z.int(),
        /**
         * The platform's position in each instrument at mid price, largest first. Positive means
         * long.
         */
        exposure: z.array(z.object({ instrument: z.string(), units: z.int(), cents })),
        /** Accounts that were stopped out in the last day. Each account counts once. */
        stopOutsInDay: z.int(),
        stopOutsInWeek: z.int(),
      })
      .nullable(),
  })
  .meta({ id: "AdminStats" });

/** Figures per UTC day. The last row covers the current day so far. */
const trends = z
  .object({
    at: time,
    days: z.array(
      z.object({
        day: z.iso.date(),
        newUsers: z.int(),
        /** Sum of all users' coins at the end of the day. */
        balanceSats: sats,
        /** Users who received mining payouts on that day. */
        paidMiners: z.int(),
        depositedSats: sats,
        withdrawnSats: sats,
      }),
    ),
  })
  .meta({ id: "AdminTrends" });

const userId = z.strictObject({ userId: z.string().max(64) });
const name = z.string().trim().min(1).max(limits.nameCharacters);
const seenPerson = z
  .strictObject({
    name: z.string().max(limits.nameCharacters),
    isAdmin: z.boolean(),
    isDisabled: z.boolean(),
  })
  .partial()
  .meta({
    description:
      "the values that the administrator saw; the change is refused if any of them has changed",
  });
const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });

export const adminApi = {
  ...treasuryApi,
  ...siteSettingsApi,
  ...historyDaysApi,
  ...personApi,
  ...auditApi,
  ...adminPoolApi,
  ...operationsApi,
  ...coldApi,
  ...securityApi,
  ...resetRequestsApi,
  getAdminStats: {
    method: "GET",
    path: "/api/v1/admin/stats",
    auth: "admin",
    readsStandby: true,
    showsNobody: true,
    summary: "Get figures, queues and health of this installation",
    response: stats,
  },
  letPayGoOn: {
    method: "POST",
    path: "/api/v1/admin/pay/resume",
    auth: "admin",
    summary:
      "Resume mining payouts that were paused because the clock jumped or the product was stopped for a long time. Needs a second factor",
    body: z.strictObject({ reason }),
    response: z.object({ isOpen: z.boolean() }),
  },
  getAdminTrends: {
    method: "GET",
    path: "/api/v1/admin/trends",
    auth: "admin",
    showsNobody: true,
    summary: "Get sign-ups, balances, paid miners, deposits and withdrawals of the last 30 days",
    response: trends,
  },
  listPeople: {
    method: "GET",
    path: "/api/v1/admin/users",
    auth: "admin",
    readsStandby: true,
    summary: "List users, newest first; search finds text anywhere in name and e-mail address",
    query: pageQuery.extend({
      search: z.string().max(limits.searchCharacters).optional(),
      filter: z.enum(["all", "admins", "disabled", "trying"]).default("all"),
    }),
    response: listOf(person).extend({ previousCursor: z.string().nullable() }),
  },
  addPerson: {
    method: "POST",
    path: "/api/v1/admin/users",
    auth: "admin",
    summary: "Create a user account with an initial password",
    body: z.strictObject({
      name,
      email: z.string().trim().min(1).max(limits.emailCharacters),
      password: z.string().min(1).max(1024),
      isAdmin: z.boolean().default(false),
      reason,
    }),
    response: person,
  },
  changePerson: {
    method: "PATCH",
    path: "/api/v1/admin/users/{userId}",
    auth: "admin",
    summary:
      "Change a user's name, give or remove the administrator role, disable or enable the account",
    params: userId,
    body: z.strictObject({
      name: name.optional(),
      isAdmin: z.boolean().optional(),
      isDisabled: z.boolean().optional(),
      seen: seenPerson.optional(),
      reason,
    }),
    response: person,
  },
  confirmRole: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/role/confirm",
    auth: "admin",
    summary:
      "Confirm that a new administrator may decide about money; callers cannot confirm themselves or a role that they gave",
    params: userId,
    body: z.strictObject({ reason }),
    response: person,
  },
  removeSecondFactor: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/second-factor/remove",
    auth: "admin",
    summary:
      "Remove a user's lost second factors and recovery codes; ends the sessions and locks withdrawals for a day",
    params: userId,
    body: z.strictObject({ reason }),
    response: person,
  },
  writeToPerson: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/email",
    auth: "admin",
    summary: "Send a message to a user; requests with the same requestId send it once",
    params: userId,
    body: z.strictObject({
      subject: z.string().trim().min(1).max(limits.message.subjectCharacters),
      text: z.string().trim().min(1).max(limits.message.textCharacters),
      requestId: z.uuid().optional(),
    }),
    response: z.object({ isSent: z.literal(true) }),
  },
  announceNews: {
    method: "POST",
    path: "/api/v1/admin/news",
    auth: "admin",
    summary:
      "Send news in the background to all users who turned on Promotions & News; requests with the same requestId send it once",
    body: z.strictObject({
      title: z.string().trim().min(1).max(limits.message.subjectCharacters),
      text: z.string().trim().min(1).max(limits.message.textCharacters),
      requestId: z.uuid().optional(),
    }),
    response: z.object({ id: z.string(), readers: z.int() }),
  },
  listNews: {
    method: "GET",
    path: "/api/v1/admin/news",
    auth: "admin",
    readsStandby: true,
    summary: "List news being sent or already sent with its progress, newest first",
    query: pageQuery,
    response: listOf(
      z.object({
        id: z.string(),
        title: z.string(),
        /**
         * Number of users who had product news enabled at the time of the announcement. The setting
         * is checked again before each message is sent.
         */
        readers: z.int(),
        announcedAt: time,
        state: z.enum(["sending", "sent", "stopped"]),
        sent: z.int(),
        endedAt: time.nullable(),
      }),
    ),
  },
  stopNews: {
    method: "POST",
    path: "/api/v1/admin/news/{newsId}/stop",
    auth: "admin",
    summary: "Stop sending news to further users; messages already sent remain",
    params: z.strictObject({ newsId: z.string().max(64) }),
    response: z.object({ sent: z.int() }),
  },
  deletePerson: {
    method: "DELETE",
    path: "/api/v1/admin/users/{userId}",
    auth: "admin",
    summary:
      "Delete a user's sign-in and personal data; refused while the account has deletion blockers",
    params: userId,
    body: z.strictObject({ reason }),
    response: z.object({ isDeleted: z.literal(true) }),
  },
} as const satisfies Api;
