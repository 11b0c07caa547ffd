/**
 * The signed-in person: profile, settings, sessions and sign-in history. Sign-in itself is /auth/v1
 * (Supabase Auth).
 */
import { z } from "zod";
import type { Api } from "./route.ts";
import { cents, listOf, pageQuery, sats, time } from "./values.ts";

/** Whether an administrator decides over money: `full`, or the refusal of such a decision. */
export const authority = z.object({
  state: z.enum(["full", "second_factor_required", "authority_unconfirmed", "authority_waiting"]),
  /** When the waiting time ends; null when it is over. */
  from: time.nullable(),
  /**
   * What the waiting time counts from: the role, or the last change of password, e-mail address or
   * second factor.
   */
  since: z.enum(["role", "credentials"]).nullable(),
});

export const me = z
  .object({
    id: z.string(),
    /** Empty: they have none yet. */
    email: z.string(),
    /** They try it without an account, and have not kept it. */
    isAnonymous: z.boolean(),
    name: z.string(),
    miningName: z.string(),
    phone: z.string().nullable(),
    /** They were shown how to begin, and want it no more. */
    skipsFirstSteps: z.boolean(),
    /** An administrator chose their password; they are asked for one of their own. */
    hasInitialPassword: z.boolean(),
    isAdmin: z.boolean(),
    /** With this session; null for who is no administrator, and for a key. */
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
  /** To within five minutes. */
  lastUsedAt: time,
  /** By itself, when it is not used again. */
  endsAt: time,
  /**
   * How the person proved who they are: password, otp (mailed link or code), totp, recovery_code.
   */
  methods: z.array(z.string()),
  isCurrent: z.boolean(),
});

export const signIn = z.object({
  at: time,
  ip: z.string(),
  userAgent: z.string(),
  method: z.string(),
  /** The proof was right. */
  isSuccess: z.boolean(),
  /** It was, and the code of the second factor was still to come. */
  lacksCode: z.boolean(),
});

const secondFactor = z.object({
  isOn: z.boolean(),
  authenticators: z.array(
    z.object({
      id: z.string(),
      /** As the user named it; may be empty. */
      name: z.string(),
      addedAt: time,
      lastCodeAt: time.nullable(),
    }),
  ),
  passkeys: z.array(
    z.object({
      id: z.string(),
      /** As the user named it; at first after the device it was made on. */
      name: z.string(),
      addedAt: time,
      lastUsedAt: time.nullable(),
      /** Kept on several devices of the user, or in a password manager. */
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
    summary: "The signed-in user with balances",
    response: me,
  },
  updateMe: {
    method: "PATCH",
    path: "/api/v1/me",
    auth: "user",
    summary: "Change name, phone or mining name, or skip the first steps",
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
    summary: "Which notices are sent",
    response: notificationSettings,
  },
  putNotificationSettings: {
    method: "PUT",
    path: "/api/v1/me/notification-settings",
    auth: "user",
    summary: "Choose which notices are sent",
    body: notificationSettings,
    response: notificationSettings,
  },
  changeNotificationSettings: {
    method: "PATCH",
    path: "/api/v1/me/notification-settings",
    auth: "user",
    summary: "Switch some notices on or off and leave the others as they are",
    body: notificationSettings.partial(),
    response: notificationSettings,
  },
  listSessions: {
    method: "GET",
    path: "/api/v1/me/sessions",
    auth: "user",
    summary: "Sessions of the user",
    response: listOf(session),
  },
  endSession: {
    method: "DELETE",
    path: "/api/v1/me/sessions/{sessionId}",
    auth: "user",
    summary: "Sign one of the user's sessions out, such as a lost device's",
    params: z.strictObject({ sessionId: z.string().max(64) }),
    response: z.object({ isEnded: z.literal(true) }),
  },
  listLoginHistory: {
    method: "GET",
    path: "/api/v1/me/login-history",
    auth: "user",
    summary: "Sign-ins and failed attempts, newest first",
    query: pageQuery,
    response: listOf(signIn),
  },
  getRequest: {
    method: "GET",
    path: "/api/v1/me/requests/{route}/{key}",
    auth: "user",
    summary: "What became of a request whose answer was lost, by its Idempotency-Key",
    params: z.strictObject({ route: z.string().min(1).max(64), key: z.uuid() }),
    response: z.object({
      /** `unknown`: it never arrived, or left nothing behind. */
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
    summary: "Prove again who you are, before a change of what protects the account",
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
    summary: "Authenticators and passkeys of the user, and how many recovery codes are left",
    response: secondFactor,
  },
  makeRecoveryCodes: {
    method: "POST",
    path: "/api/v1/me/recovery-codes",
    auth: "user",
    summary: "Make new recovery codes, shown in this answer only; earlier ones stop working",
    response: z.object({ codes: z.array(z.string()) }),
  },
  lookAtLink: {
    method: "POST",
    path: "/api/v1/mailed-links/look",
    auth: "anonymous",
    summary: "Whose account the token of a mailed link is for, without using it",
    body: z.strictObject({ tokenHash: z.string().min(1).max(200) }),
    response: z.object({
      /** Empty: of who tries without an account, and gets one by this link. */
      email: z.string(),
      /** Of a change of address: what the account signs in with once both sides have confirmed. */
      newEmail: z.string().nullable(),
    }),
  },
  claimAdministrator: {
    method: "POST",
    path: "/api/v1/admin-setup",
    auth: "user",
    wantsAccount: true,
    summary: "Become the first administrator with the one-time link printed at the start",
    body: z.strictObject({ token: z.string().min(1).max(100) }),
    response: me,
  },
} as const satisfies Api;
