/**
 * Routes for the signed-in user: profile, settings, sessions and sign-in history. The sign-in
 * routes themselves are at /auth/v1 (Supabase Auth's protocol).
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, listOf, pageQuery, sats, time } from "./values.ts";

/**
 * An administrator's authority to decide about money: `full`, or the error code with which the
 * administrator's decisions are refused.
 */
export const authority = z.object({
  state: z.enum(["full", "second_factor_required", "authority_unconfirmed", "authority_waiting"]),
  /** End of the waiting period. Null if the waiting period is over. */
  from: time.nullable(),
  /**
   * Event that started the waiting period: the role was given, or the password, e-mail address or
   * two-factor authentication changed.
   */
  since: z.enum(["role", "credentials"]).nullable(),
});

export const me = z
  .object({
    id: z.string(),
    /** Empty if the user has no e-mail address. */
    email: z.string(),
    /** True for an anonymous account that has not been converted to a permanent one. */
    isAnonymous: z.boolean(),
    name: z.string(),
    miningName: z.string(),
    phone: z.string().nullable(),
    /** True if the user closed the list of first steps. */
    skipsFirstSteps: z.boolean(),
    /** True if an administrator chose the password. The user is asked to replace it. */
    hasInitialPassword: z.boolean(),
    isAdmin: z.boolean(),
    /**
     * This session's authority to decide about money. Null for users who are not administrators,
     * and for API keys.
     */
    authority: authority.extend({ waitHours: z.int() }).nullable(),
    createdAt: time,
    balances: z.object({
      availableSats: sats,
      pendingSats: sats,
      heldSats: sats,
      availableCents: cents,
    }),
    practice: z.literal(true),
  })
  .meta({ id: "Me" });

const notificationSettings = z.strictObject({
  login: z.boolean(),
  withdrawal: z.boolean(),
  deposit: z.boolean(),
  promotions: z.boolean(),
  smsLogin: z.boolean(),
  smsWithdrawal: z.boolean(),
});

const session = z.object({
  id: z.string(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: time,
  /** Time of the last use, accurate to five minutes. */
  lastUsedAt: time,
  /** Expiry of the session if it is not used again. */
  endsAt: time,
  /** How the user signed in: password, otp (link or code by e-mail), totp, recovery_code. */
  methods: z.array(z.string()),
  isCurrent: z.boolean(),
});

export const signIn = z.object({
  at: time,
  ip: z.string(),
  userAgent: z.string(),
  method: z.string(),
  /** True if the password, link or code was correct. */
  isSuccess: z.boolean(),
  /** True if the password was correct, but the two-factor code was still missing. */
  lacksCode: z.boolean(),
});

const secondFactor = z.object({
  isOn: z.boolean(),
  authenticators: z.array(
    z.object({
      id: z.string(),
      /** Name chosen by the user. May be empty. */
      name: z.string(),
      addedAt: time,
      lastCodeAt: time.nullable(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: z.string(),
      /** Name chosen by the user. Initially the name of the device. */
      name: z.string(),
      addedAt: time,
      lastUsedAt: time.nullable(),
      /** True if the passkey is stored on several devices or in a password manager. */
      isSynced: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.int(),
});

export const usersApi = {
  getMe: {
    method: "GET",
    path: "/api/v1/me",
    auth: "user",
    keyScope: "read",
    summary: "Get the signed-in user with balances",
    response: me,
  },
  updateMe: {
    method: "PATCH",
    path: "/api/v1/me",
    auth: "user",
    summary: "Change name, phone or mining name, or dismiss the first steps",
    body: z.strictObject({
      name: z.string().trim().max(1000).optional(),
      phone: z.string().trim().max(1000).nullable().optional(),
      miningName: z.string().trim().max(1000).optional(),
      skipsFirstSteps: z.boolean().optional(),
    }),
    response: me,
  },
  getNotificationSettings: {
    method: "GET",
    path: "/api/v1/me/notification-settings",
    auth: "user",
    summary: "Get the notification settings",
    response: notificationSettings,
  },
  putNotificationSettings: {
    method: "PUT",
    path: "/api/v1/me/notification-settings",
    auth: "user",
    summary: "Replace the notification settings",
    body: notificationSettings,
    response: notificationSettings,
  },
  changeNotificationSettings: {
    method: "PATCH",
    path: "/api/v1/me/notification-settings",
    auth: "user",
    summary: "Change some notification settings",
    body: notificationSettings.partial(),
    response: notificationSettings,
  },
  listSessions: {
    method: "GET",
    path: "/api/v1/me/sessions",
    auth: "user",
    summary: "List the user's sessions",
    response: listOf(session),
  },
  endSession: {
    method: "DELETE",
    path: "/api/v1/me/sessions/{sessionId}",
    auth: "user",
    summary: "End one of the user's sessions, such as that of a lost device",
    params: z.strictObject({ sessionId: z.string().max(64) }),
    response: z.object({ isEnded: z.literal(true) }),
  },
  listLoginHistory: {
    method: "GET",
    path: "/api/v1/me/login-history",
    auth: "user",
    summary: "List sign-ins and failed attempts, newest first",
    query: pageQuery,
    response: listOf(signIn),
  },
  getRequest: {
    method: "GET",
    path: "/api/v1/me/requests/{route}/{key}",
    auth: "user",
    summary: "Get the outcome of a request by its Idempotency-Key, if its answer was lost",
    params: z.strictObject({ route: z.string().min(1).max(64), key: z.uuid() }),
    response: z.object({
      /** State of the request. `unknown` means that the request never arrived or left no record. */
      state: z.enum(["running", "done", "refused", "unknown"]),
      at: time.nullable(),
      title: z.string().nullable(),
      text: z.string().nullable(),
    }),
  },
  renewProof: {
    method: "POST",
    path: "/api/v1/me/step-up",
    auth: "user",
    wantsAccount: true,
    summary: "Prove your identity again before changing credentials",
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(4096) }),
      z.strictObject({ code: z.string().trim().min(1).max(64) }),
    ]),
    response: z.object({ provenUntil: time }),
  },
  getSecondFactor: {
    method: "GET",
    path: "/api/v1/me/second-factor",
    auth: "user",
    summary: "List the user's authenticators and passkeys, and the number of unused recovery codes",
    response: secondFactor,
  },
  makeRecoveryCodes: {
    method: "POST",
    path: "/api/v1/me/recovery-codes",
    auth: "user",
    summary:
      "Create new recovery codes; only this answer contains them, and earlier codes stop working",
    response: z.object({ codes: z.array(z.string()) }),
  },
  lookAtLink: {
    method: "POST",
    path: "/api/v1/mailed-links/look",
    auth: "anonymous",
    summary: "Get the account that a mailed link belongs to, without using the link",
    body: z.strictObject({ tokenHash: z.string().min(1).max(200) }),
    response: z.object({
      /** Empty for an anonymous account that receives its address through this link. */
      email: z.string(),
      /**
       * The new sign-in address once both links are confirmed. Set only for a change of address.
       */
      newEmail: z.string().nullable(),
    }),
  },
  claimAdministrator: {
    method: "POST",
    path: "/api/v1/admin-setup",
    auth: "user",
    wantsAccount: true,
    summary: "Become the first administrator with the one-time link printed at startup",
    body: z.strictObject({ token: z.string().min(1).max(100) }),
    response: me,
  },
} as const satisfies Api;
