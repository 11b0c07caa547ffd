/**
 * Who may do what: one row for every route that the server registers, with the status that each kind of caller gets. A route
 * without a row does not compile (API) or fails test/scenarios/authorisation.test.ts (everything else).
 */
import { randomUUID } from "node:crypto";
import type { RouteName } from "../api-schema/paths.ts";

/** Ids of things that belong to one user, who is `user` in every row. */
export interface Belongings {
  readonly withdrawalId: string;
  readonly letterId: string;
  readonly sessionId: string;
  readonly positionId: string;
  /** Of a frame: it mines nothing, but it is owned and can be sold. */
  readonly rigId: string;
  readonly ticketId: string;
}

/** What is sent. Places of the path are filled by name. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

export interface Row {
  readonly anonymous: number;
  /** The owner of the ids, and everybody who asks for things of his own. */
  readonly user: number;
  /** Another signed-in user with the first one's ids; the answer must be the one to an id that does not exist. */
  readonly stranger?: number;
  /** An administrator without a second factor, with the first user's ids. */
  readonly administrator: number;
  /** One with it; as the other one unless said. */
  readonly administratorWithFactor?: number;
  /** Who has a second factor and proved the password only; see `firstFactorStatus`. */
  readonly firstFactor?: number;
  readonly ask?: (belongings: Belongings) => Ask;
  /** Ends the caller's session: each caller gets one to lose. */
  readonly endsSession?: true;
}

const isSignIn = (route: string): boolean => route.includes(" /auth/v1/");

/** A person whose account was disabled, with the token from before: one without a session, wherever that matters. */
export function disabledStatus(route: string, { anonymous }: Row): number {
  return anonymous === 401 && isSignIn(route) ? 403 : anonymous;
}

/** The password alone of who has a second factor opens nothing but what is needed to give the second, and to leave. */
export function firstFactorStatus(route: string, { anonymous, firstFactor }: Row): number {
  if (firstFactor !== undefined) return firstFactor;
  return anonymous === 401 && !isSignIn(route) ? 403 : anonymous;
}

const forAll = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: status,
  user: status,
  administrator: status,
  ...(ask ? { ask } : {}),
});

const signedIn = (status: number, ask?: Row["ask"]): Row => ({
  ...forAll(status, ask),
  anonymous: 401,
});

/** No person gets in, an administrator neither: these are for programs of the operator. */
const serviceKeyOnly = (route: string): Readonly<Record<string, Row>> => ({
  [route]: {
    anonymous: 401,
    user: 403,
    administrator: 403,
    firstFactor: 403,
    ask: () => ({ params: { userId: randomUUID(), factorId: randomUUID() } }),
  },
});

/** Everybody but the owner, the administrator too, is told that there is no such thing. */
const ownerOnly = (status: number, params: (belongings: Belongings) => Ask["params"]): Row => ({
  anonymous: 401,
  user: status,
  stranger: 404,
  administrator: 404,
  ask: (belongings) => ({ params: params(belongings) ?? {} }),
});

/** Nobody but an administrator learns whether what he asks for exists. */
const administratorOnly = (status: number, ask?: Row["ask"]): Row => ({
  anonymous: 401,
  user: 403,
  administrator: status,
  ...(ask ? { ask } : {}),
});

/** Decisions over money: an administrator without a second factor is told to turn one on. */
const withSecondFactor = (status: number, ask?: Row["ask"]): Row => ({
  ...administratorOnly(403, ask),
  administratorWithFactor: status,
});

const nobody = { userId: "00000000-0000-4000-8000-000000000000" };

const noAdjustment = { adjustmentId: `adj_${"0".repeat(32)}` };

const noTicket = { ticketId: `tkt_${"0".repeat(32)}` };

const noChat = { chatId: `cht_${"0".repeat(32)}` };

/** Bodies are valid and refused by a rule of the room (4xx), so that 200 and 422 both mean: let through. */
export const apiRows: Readonly<Record<RouteName, Row>> = {
  getMe: signedIn(200),
  updateMe: signedIn(200, () => ({ body: { name: "Somebody" } })),
  getNotificationSettings: signedIn(200),
  putNotificationSettings: signedIn(200, () => ({
    body: {
      login: true,
      withdrawal: true,
      deposit: true,
      promotions: false,
      smsLogin: false,
      smsWithdrawal: false,
    },
  })),
  changeNotificationSettings: signedIn(200, () => ({ body: { promotions: true } })),
  listSessions: signedIn(200),
  endSession: ownerOnly(200, ({ sessionId }) => ({ sessionId })),
  listLoginHistory: signedIn(200),
  renewProof: signedIn(422, () => ({ body: { password: "not the password" } })),
  getSecondFactor: signedIn(200),
  // Only who has a second factor has codes for the day it is lost.
  makeRecoveryCodes: { ...signedIn(409), administratorWithFactor: 200 },
  claimAdministrator: signedIn(403, () => ({ body: { token: "not-the-link" } })),
  listOwnAudit: signedIn(200),
  listMailbox: signedIn(200),
  readLetter: ownerOnly(200, ({ letterId }) => ({ letterId })),
  listEntries: signedIn(200),
  exportEntries: signedIn(200),
  getWallet: signedIn(200),
  getDepositAddress: signedIn(200),
  newDepositAddress: signedIn(200),
  listDeposits: signedIn(200),
  getFaucet: signedIn(200),
  requestFaucet: signedIn(422, () => ({ body: { amountSats: 1 } })),
  getWithdrawalTerms: signedIn(200),
  // Who has a second factor is asked for its code instead.
  sendWithdrawalCode: { ...signedIn(200), administratorWithFactor: 409 },
  createWithdrawal: signedIn(422, () => ({ body: { amountSats: 0, method: "wallet" } })),
  listWithdrawals: signedIn(200),
  getWithdrawal: ownerOnly(200, ({ withdrawalId }) => ({ withdrawalId })),
  // Its withdrawal is signed already: too late for the owner, unknown to the others.
  cancelWithdrawal: ownerOnly(409, ({ withdrawalId }) => ({ withdrawalId })),
  // The tracker is for whoever was given the id and tells nothing about owners.
  getTransaction: signedIn(200, ({ withdrawalId }) => ({ params: { txId: withdrawalId } })),
  getMining: signedIn(200),
  listPlans: forAll(200),
  buyContract: signedIn(404, () => ({ body: { planId: "no-such-plan" } })),
  startMining: signedIn(200),
  stopMining: signedIn(200),
  buyBoost: signedIn(409, () => ({ body: { multiplier: "2" } })),
  listStatements: signedIn(200),
  calculate: forAll(200, () => ({
    body: { hashRateThs: "100", powerKw: "3", usdPerKwh: "0.1" },
  })),
  // A frame has no power that could be unpaid: for mining it is no rig, whoever asks.
  startRig: ownerOnly(404, ({ rigId }) => ({ rigId })),
  setTariff: signedIn(200, () => ({ body: { usdPerKwh: "0.1" } })),
  listHardware: signedIn(200),
  placeOrder: signedIn(404, () => ({ body: { itemId: "no-such-item" } })),
  listOrders: signedIn(200),
  listRigs: signedIn(200),
  // At a price that is not the posted one, so that the owner keeps it.
  sellRig: {
    ...ownerOnly(409, ({ rigId }) => ({ rigId })),
    ask: ({ rigId }) => ({ params: { rigId }, body: { priceSats: 1 } }),
  },
  adoptVisitorChat: signedIn(200, () => ({ body: { visitorToken: "a".repeat(43) } })),
  createTicket: signedIn(400, () => ({ body: { subject: " ", message: "Hello" } })),
  listTickets: signedIn(200),
  replyToTicket: {
    ...ownerOnly(200, ({ ticketId }) => ({ ticketId })),
    ask: ({ ticketId }) => ({ params: { ticketId }, body: { message: "One more thing" } }),
  },
  listInbox: administratorOnly(200),
  getDeskTicket: administratorOnly(404, () => ({ params: noTicket })),
  listDeskTickets: administratorOnly(200),
  answerTicket: administratorOnly(404, () => ({
    params: { ticketId: `tkt_${"0".repeat(32)}` },
    body: { message: "Hello" },
  })),
  getChat: signedIn(200),
  sendChatMessage: signedIn(400, () => ({ body: { text: " ", clientMessageId: randomUUID() } })),
  readChat: signedIn(200, () => ({ body: { position: 0 } })),
  typeInChat: signedIn(200),
  readVisitorChat: forAll(200, () => ({ body: { visitorToken: "a".repeat(43) } })),
  sendVisitorMessage: forAll(400, () => ({
    body: { visitorToken: "a".repeat(43), text: " ", clientMessageId: randomUUID() },
  })),
  listDeskChats: administratorOnly(200),
  getDeskChat: administratorOnly(404, () => ({ params: noChat })),
  answerChat: administratorOnly(404, () => ({
    params: noChat,
    body: { text: "Hello", clientMessageId: randomUUID() },
  })),
  readDeskChat: administratorOnly(404, () => ({ params: noChat, body: { position: 1 } })),
  typeInDeskChat: administratorOnly(404, () => ({ params: noChat })),
  listEarnProducts: forAll(200),
  openStake: signedIn(422, () => ({ body: { amountSats: 0, durationDays: 90 } })),
  openInvestment: signedIn(404, () => ({ body: { planId: "no-such-plan", amountSats: 1 } })),
  listPositions: signedIn(200),
  // Closed already: too late for the owner, unknown to the others.
  exitPosition: ownerOnly(409, ({ positionId }) => ({ positionId })),
  getAnalytics: signedIn(200),
  exportAnalytics: signedIn(200),
  getConfig: forAll(200),
  getLive: forAll(200),
  getReady: forAll(200),
  getPublicStats: forAll(200),
  getPractice: forAll(200),
  getAdminStats: administratorOnly(200),
  getAdminTrends: administratorOnly(200),
  listPeople: administratorOnly(200),
  getPerson: administratorOnly(404, () => ({ params: nobody })),
  listPersonEntries: administratorOnly(404, () => ({ params: nobody })),
  listPersonSessions: administratorOnly(404, () => ({ params: nobody })),
  listPersonSignIns: administratorOnly(404, () => ({ params: nobody })),
  listPersonHoldings: administratorOnly(404, () => ({ params: nobody })),
  listPersonWithdrawals: administratorOnly(404, () => ({ params: nobody })),
  listPersonDeposits: administratorOnly(404, () => ({ params: nobody })),
  listPersonTickets: administratorOnly(404, () => ({ params: nobody })),
  listPersonAudit: administratorOnly(404, () => ({ params: nobody })),
  addPerson: administratorOnly(422, () => ({
    body: { name: "Nobody", email: "no address", password: "long enough", reason: "a test" },
  })),
  changePerson: administratorOnly(404, () => ({
    params: nobody,
    body: { isAdmin: true, reason: "a test" },
  })),
  writeToPerson: administratorOnly(404, () => ({
    params: nobody,
    body: { subject: "Hello", text: "A test." },
  })),
  announceNews: administratorOnly(200, () => ({ body: { title: "News", text: "A test." } })),
  deletePerson: administratorOnly(404, () => ({ params: nobody, body: { reason: "a test" } })),
  getSiteSettings: administratorOnly(200),
  setReferenceValues: administratorOnly(409, () => ({
    body: {
      seenId: "ref_none",
      values: {
        usdPerBtc: "60000",
        difficulty: "1",
        subsidyBtc: "1",
        feesBtc: "0",
        poolFeePercent: "0",
        usdPerKwh: "0.1",
        boostUsdPerThsDay: "0.05",
      },
      source: "a test",
      reason: "a test",
    },
  })),
  setEarnRate: administratorOnly(409, () => ({
    body: {
      productId: "btc-pro",
      seenId: "rate_none",
      apyPercent: "26",
      source: "a test",
      reason: "a test",
    },
  })),
  getTreasury: administratorOnly(200),
  fundFromTreasury: withSecondFactor(200, () => ({
    body: { target: "mining", amountSats: 1, reason: "a test" },
  })),
  setTerms: administratorOnly(409, () => ({
    body: {
      kind: "plan",
      subject: "starter-rig",
      seenId: "trm_none",
      values: { price: "99", isOffered: "1" },
      source: "a test",
      reason: "a test",
    },
  })),
  setBanner: administratorOnly(409, () => ({
    body: {
      seenId: "ban_none",
      text: "A test.",
      severity: "info",
      from: null,
      until: null,
      reason: "a test",
    },
  })),
  listAudit: administratorOnly(200),
  getAuditHead: administratorOnly(200),
  checkAudit: administratorOnly(200),
  listWithdrawalQueue: administratorOnly(200),
  approveWithdrawal: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { approvalHash: "0".repeat(64) },
  })),
  listAdjustments: administratorOnly(200),
  proposeAdjustment: withSecondFactor(404, () => ({
    body: { ...nobody, amountSats: 1, reason: "a test" },
  })),
  approveAdjustment: withSecondFactor(404, () => ({
    params: noAdjustment,
    body: { approvalHash: "0".repeat(64) },
  })),
  rejectAdjustment: withSecondFactor(404, () => ({
    params: noAdjustment,
    body: { reason: "a test" },
  })),
  listOwnAdjustments: signedIn(200),
  rejectWithdrawal: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { reason: "a test" },
  })),
};

/** Everything that is neither API nor page, as `METHOD /path`; `ALL` is a route of every method. */
export const otherRows: Readonly<Record<string, Row>> = {
  "GET /api/docs": forAll(200),
  "GET /api/openapi.json": forAll(200),
  "GET /*": forAll(404),
  "GET /assets/*": forAll(404),
  "GET /auth/v1/health": forAll(200),
  "GET /auth/v1/settings": forAll(200),
  "GET /auth/v1/.well-known/jwks.json": forAll(200),
  "POST /auth/v1/signup": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, password: `long enough ${randomUUID()}` },
  })),
  "POST /auth/v1/token": forAll(400, () => ({
    query: "grant_type=password",
    body: { email: `${randomUUID()}@example.test`, password: "not the password" },
  })),
  "POST /auth/v1/logout": {
    ...signedIn(204, () => ({ query: "scope=local" })),
    endsSession: true,
    firstFactor: 204,
  },
  "POST /auth/v1/recover": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test` },
  })),
  "POST /auth/v1/otp": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, create_user: false },
  })),
  "POST /auth/v1/magiclink": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, create_user: false },
  })),
  "POST /auth/v1/resend": forAll(200, () => ({
    body: { email: `${randomUUID()}@example.test`, type: "signup" },
  })),
  "GET /auth/v1/reauthenticate": signedIn(200),
  "POST /auth/v1/verify": forAll(403, () => ({
    body: { type: "recovery", token_hash: "none" },
  })),
  "GET /auth/v1/verify": forAll(303, () => ({ query: "type=recovery&token=none" })),
  "GET /auth/v1/user": { ...signedIn(200), firstFactor: 200 },
  "PUT /auth/v1/user": signedIn(200, () => ({ body: { data: { is_admin: true } } })),
  "POST /auth/v1/factors": {
    ...signedIn(422, () => ({ body: { factor_type: "phone" } })),
    firstFactor: 422,
  },
  // Nobody learns of another's factor; the first user's own has a file of tests for itself.
  "POST /auth/v1/factors/:factorId/challenge": {
    ...signedIn(404, () => ({ body: {} })),
    firstFactor: 404,
  },
  "POST /auth/v1/factors/:factorId/verify": {
    ...signedIn(404, () => ({ body: { code: "123456" } })),
    firstFactor: 404,
  },
  "DELETE /auth/v1/factors/:factorId": { ...signedIn(404), firstFactor: 404 },
  ...serviceKeyOnly("GET /auth/v1/admin/users"),
  ...serviceKeyOnly("POST /auth/v1/admin/users"),
  ...serviceKeyOnly("GET /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("PUT /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("DELETE /auth/v1/admin/users/:userId"),
  ...serviceKeyOnly("GET /auth/v1/admin/users/:userId/factors"),
  ...serviceKeyOnly("DELETE /auth/v1/admin/users/:userId/factors/:factorId"),
  ...serviceKeyOnly("POST /auth/v1/admin/generate_link"),
  ...serviceKeyOnly("POST /auth/v1/invite"),
  "POST /auth/v1/sso": forAll(404),
  "GET /auth/v1/authorize": forAll(400),
  "ALL /auth/v1/user/identities/*": signedIn(404),
  "ALL /auth/v1/passkeys/*": forAll(404),
  "ALL /auth/v1/oauth/*": forAll(404),
  "ALL /rest/v1": forAll(404),
  "ALL /rest/v1/*": forAll(404),
  "ALL /storage/v1": forAll(404),
  "ALL /storage/v1/*": forAll(404),
  "ALL /functions/v1": forAll(404),
  "ALL /functions/v1/*": forAll(404),
  "ALL /realtime/v1": forAll(404),
  "ALL /realtime/v1/*": forAll(404),
};

/** Pages are the same files for everybody: what they show they ask the API for. */
export const pageRow: Row = forAll(200);
