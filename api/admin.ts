/**
 * The administrators' side: figures of the installation, people, the audit log. Nobody edits a
 * balance here.
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

/** Figures without a live source are null: "not monitored", never zero. */
const stats = z
  .object({
    at: time,
    totalUsers: z.int(),
    administrators: z.int(),
    disabledUsers: z.int(),
    /** What all users together own, available and held. */
    totalBalanceSats: sats,
    totalBalanceCents: cents,
    activeMiners: z.int(),
    soldHashRateThs: decimal,
    /** Signed up in the last `newUsersDays` days. */
    newUsers: z.int(),
    newUsersDays: z.int(),
    queues: z.object({
      withdrawals: z.int(),
      oldestWithdrawalAt: time.nullable(),
      deposits: z.int(),
      /** Proposed ones that wait for a second administrator and have not lapsed. */
      adjustments: z.int(),
      /** Questions to support without an answer. */
      tickets: z.int(),
      /** Conversations with a message that no administrator has read. */
      chats: z.int(),
      /** Open ones, by state. */
      withdrawalStates: z.array(z.object({ state: z.string(), count: z.int() })),
      /** Messages that wait for a mail server. */
      mails: z.int().nullable(),
      /**
       * Messages given up in 24 hours, and why the newest was; null like `mails`, or when none was.
       */
      mailsGivenUp: z.int().nullable(),
      mailProblem: z.string().nullable(),
    }),
    /** The node's wallet against the books, of one moment; null before the first block was read. */
    books: z
      .object({
        /** What the coins of the wallet explain, with what is on its way in and out. */
        walletSats: sats,
        /** What the books say is ours on the chain: owed to users, and the house's. */
        bookedSats: sats,
        height: z.int(),
      })
      .nullable(),
    health: z.object({
      database: z.enum(["writable", "read only"]),
      databaseBytes: z.codec(z.int(), z.bigint(), { decode: BigInt, encode: Number }),
      connections: z.int(),
      connectionsMax: z.int(),
      /** Ours ahead of the database's. */
      clockSkewMs: z.int(),
      nodeHeight: z.int().nullable(),
      nodePeers: z.int().nullable(),
      nodeAgent: z.string().nullable(),
      /** Why it does not answer, in its own words; null when it does. */
      nodeProblem: z.string().nullable(),
      /** Since the newest block was read. */
      tipAgeSeconds: z.int().nullable(),
      watcherHeight: z.int().nullable(),
      /** Node wallet against books at `reconciledHeight`; null before the first comparison. */
      unexplainedSats: sats.nullable(),
      reconciledHeight: z.int().nullable(),
      reconciledAt: time.nullable(),
      /** Why withdrawals wait, in a sentence; null while they go out. */
      withdrawalsPaused: z.string().nullable(),
      /** Why mining pay and maturities wait until an administrator lets them go on; else null. */
      payPaused: z.string().nullable(),
      payPausedAt: time.nullable(),
      diskFreeBytes: z.int().nullable(),
      diskTotalBytes: z.int().nullable(),
      /** The longest that the event loop was late in the last minute. */
      loopLagMs: z.number().nullable(),
      startedAt: time.nullable(),
      workers: z
        .array(
          z.object({
            name: z.string(),
            lastRoundAt: time.nullable(),
            /** Why the last round failed; null when it did not. */
            failure: z.string().nullable(),
            /** How many rounds failed in a row. */
            failures: z.int(),
            /** No round ended well for so long that one must be stuck. */
            isLate: z.boolean(),
          }),
        )
        .nullable(),
    }),
    /** The desk; null: nobody watches it. */
    forex: z
      .object({
        source: z.enum(["practice", "oanda"]),
        label: z.string(),
        isOpen: z.boolean(),
        /** Of the latest price; null while the market is closed, and when there is none. */
        ageSeconds: z.int().nullable(),
        /** Closed trades and financing. */
        resultCents: cents,
        /** The house's side of what is open, at mid; null without prices. */
        openResultCents: cents.nullable(),
        openPositions: z.int(),
        /** The house's side of each instrument at mid: above 0 it is long. The largest first. */
        exposure: z.array(z.object({ instrument: z.string(), units: z.int(), cents })),
        /** Accounts that were stopped out, each time once. */
        stopOutsInDay: z.int(),
        stopOutsInWeek: z.int(),
      })
      .nullable(),
  })
  .meta({ id: "AdminStats" });

/** UTC days, the last is today until now. */
const trends = z
  .object({
    at: time,
    days: z.array(
      z.object({
        day: z.iso.date(),
        newUsers: z.int(),
        /** What all users together owned when it ended. */
        balanceSats: sats,
        /** Users who were paid for mining. */
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
      "what was looked at before deciding: whatever of it is not so any more refuses the change",
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
    summary: "Figures, queues and health of this installation",
    response: stats,
  },
  letPayGoOn: {
    method: "POST",
    path: "/api/v1/admin/pay/resume",
    auth: "admin",
    summary:
      "Pay waited because the clock moved or nothing ran for long: let it go on. Needs a second factor",
    body: z.strictObject({ reason }),
    response: z.object({ isOpen: z.boolean() }),
  },
  getAdminTrends: {
    method: "GET",
    path: "/api/v1/admin/trends",
    auth: "admin",
    showsNobody: true,
    summary: "The last 30 days: sign-ups, balances, paid miners, deposits and withdrawals",
    response: trends,
  },
  listPeople: {
    method: "GET",
    path: "/api/v1/admin/users",
    auth: "admin",
    readsStandby: true,
    summary: "People, newest first; search finds text anywhere in name and e-mail address",
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
    summary: "Open an account for somebody, with an initial password to hand over",
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
    summary: "Change a name, give or take the administrator's role, disable or enable",
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
      "Let a new administrator decide over money; neither by who gave the role nor by who has it",
    params: userId,
    body: z.strictObject({ reason }),
    response: person,
  },
  removeSecondFactor: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/second-factor/remove",
    auth: "admin",
    summary:
      "Take authenticators and recovery codes off the account of somebody who lost them; sessions end, withdrawals wait a day",
    params: userId,
    body: z.strictObject({ reason }),
    response: person,
  },
  writeToPerson: {
    method: "POST",
    path: "/api/v1/admin/users/{userId}/email",
    auth: "admin",
    summary: "Write a message to the person; the same requestId sends one however often it is sent",
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
      "Send news to everybody who switched Promotions & News on, in the background; the same requestId announces it once",
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
    summary: "News that is on its way or was, newest first, and how far it is",
    query: pageQuery,
    response: listOf(
      z.object({
        id: z.string(),
        title: z.string(),
        /** Who wanted news when it was announced; each of them is asked again when it is sent. */
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
    summary: "Write it to nobody else; the messages that were written stay",
    params: z.strictObject({ newsId: z.string().max(64) }),
    response: z.object({ sent: z.int() }),
  },
  deletePerson: {
    method: "DELETE",
    path: "/api/v1/admin/users/{userId}",
    auth: "admin",
    summary: "Remove sign-in and personal data; refused while anything is left in the account",
    params: userId,
    body: z.strictObject({ reason }),
    response: z.object({ isDeleted: z.literal(true) }),
  },
} as const satisfies Api;
