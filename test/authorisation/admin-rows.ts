/**
 * Defines the access rights in the back office: reading, ordinary work, and decisions about money.
 */
import { randomUUID } from "node:crypto";
import type { RouteName } from "../../api/paths.ts";
import { administratorOnly, withSecondFactor, type Row } from "./row.ts";

const nobody = { userId: "00000000-0000-4000-8000-000000000000" };

const noAdjustment = { adjustmentId: `adj_${"0".repeat(32)}` };

export const adminRows = {
  getAdminStats: administratorOnly(200),
  getAdminTrends: administratorOnly(200),
  listPeople: withSecondFactor(200),
  getPerson: withSecondFactor(404, () => ({ params: nobody })),
  listPersonEntries: withSecondFactor(404, () => ({ params: nobody })),
  listPersonSessions: withSecondFactor(404, () => ({ params: nobody })),
  listPersonSignIns: withSecondFactor(404, () => ({ params: nobody })),
  listPersonHoldings: withSecondFactor(404, () => ({ params: nobody })),
  listPersonWithdrawals: withSecondFactor(404, () => ({ params: nobody })),
  listPersonDeposits: withSecondFactor(404, () => ({ params: nobody })),
  listPersonWorkers: withSecondFactor(404, () => ({ params: nobody })),
  listPersonTickets: withSecondFactor(404, () => ({ params: nobody })),
  listPersonAudit: withSecondFactor(404, () => ({ params: nobody })),
  addPerson: withSecondFactor(200, () => ({
    body: {
      name: "Another",
      email: `${randomUUID()}@example.test`,
      password: `long enough ${randomUUID()}`,
      isAdmin: true,
      reason: "a test",
    },
  })),
  changePerson: withSecondFactor(404, () => ({
    params: nobody,
    body: { isAdmin: true, reason: "a test" },
  })),
  confirmRole: withSecondFactor(404, () => ({ params: nobody, body: { reason: "a test" } })),
  removeSecondFactor: withSecondFactor(404, () => ({
    params: nobody,
    body: { reason: "a test" },
  })),
  listResetRequests: withSecondFactor(200),
  approveResetRequest: withSecondFactor(404, () => ({
    params: nobody,
    body: { reason: "a test" },
  })),
  rejectResetRequest: withSecondFactor(404, () => ({
    params: nobody,
    body: { reason: "a test" },
  })),
  writeToPerson: withSecondFactor(404, () => ({
    params: nobody,
    body: { subject: "Hello", text: "A test.", requestId: randomUUID() },
  })),
  announceNews: withSecondFactor(200, () => ({
    body: { title: "News", text: "A test.", requestId: randomUUID() },
  })),
  listNews: withSecondFactor(200),
  stopNews: withSecondFactor(404, () => ({ params: { newsId: "nws_none" } })),
  deletePerson: withSecondFactor(404, () => ({ params: nobody, body: { reason: "a test" } })),
  getSiteSettings: withSecondFactor(200),
  setReferenceValues: withSecondFactor(409, () => ({
    body: {
      seenId: "ref_none",
      values: {
        usdPerBtc: "60000",
        difficulty: "83000000000000",
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
  setEarnRate: withSecondFactor(409, () => ({
    body: {
      productId: "btc-pro",
      seenId: "rate_none",
      apyPercent: "26",
      source: "a test",
      reason: "a test",
    },
  })),
  getTreasury: withSecondFactor(200),
  getAdminPool: withSecondFactor(200),
  // This IP address is reserved for documentation, so no miner is connected from it.
  endPoolConnections: withSecondFactor(200, () => ({
    body: { address: "192.0.2.1", reason: "a test" },
  })),
  letPayGoOn: withSecondFactor(409, () => ({ body: { reason: "a test" } })),
  getRecovery: withSecondFactor(200),
  resumePayments: withSecondFactor(409, () => ({ body: { reason: "a test" } })),
  fundFromTreasury: withSecondFactor(200, () => ({
    body: { target: "mining", amountSats: 1, reason: "a test" },
  })),
  setTerms: withSecondFactor(409, () => ({
    body: {
      kind: "plan",
      subject: "starter-rig",
      seenId: "trm_none",
      values: { price: "99", isOffered: "1" },
      source: "a test",
      reason: "a test",
    },
  })),
  getHistorySeries: withSecondFactor(200),
  addHistoryDays: withSecondFactor(422, () => ({
    body: { headers: "none", prices: "none", source: "a test", reason: "a test" },
  })),
  setBanner: withSecondFactor(409, () => ({
    body: {
      seenId: "ban_none",
      text: "A test.",
      severity: "info",
      from: null,
      until: null,
      reason: "a test",
    },
  })),
  getOperations: withSecondFactor(200),
  getCold: withSecondFactor(200),
  proposeColdDescriptor: withSecondFactor(422, () => ({
    body: { descriptor: "none", reason: "a test" },
  })),
  approveColdDescriptor: withSecondFactor(404, () => ({
    params: { descriptorId: "cds_none" },
    body: { approvalHash: "0".repeat(64) },
  })),
  rejectColdDescriptor: withSecondFactor(404, () => ({
    params: { descriptorId: "cds_none" },
    body: { reason: "a test" },
  })),
  getColdProof: withSecondFactor(200),
  addColdProof: withSecondFactor(422, () => ({
    body: { message: "none", signatures: [{ address: "none", signature: "none" }] },
  })),
  proposeColdReturn: withSecondFactor(404, () => ({
    body: { descriptorId: "cds_none", amountSats: 100_000, reason: "a test" },
  })),
  approveColdReturn: withSecondFactor(404, () => ({
    params: { returnId: "slf_none" },
    body: { approvalHash: "0".repeat(64) },
  })),
  cancelColdReturn: withSecondFactor(404, () => ({
    params: { returnId: "slf_none" },
    body: { reason: "a test" },
  })),
  importColdReturn: withSecondFactor(404, () => ({
    params: { returnId: "slf_none" },
    body: { psbt: "none" },
  })),
  getSecurity: withSecondFactor(200),
  listAudit: withSecondFactor(200),
  getAuditHead: withSecondFactor(200),
  checkAudit: withSecondFactor(200),
  listWithdrawalQueue: withSecondFactor(200),
  approveWithdrawal: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { approvalHash: "0".repeat(64) },
  })),
  getHouseBumpOffer: withSecondFactor(200, ({ withdrawalId }) => ({ params: { withdrawalId } })),
  // Refused, because the transaction would cost more than the request allows.
  bumpWithdrawalForHouse: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { feeRateSatsPerVb: 10, costSats: 0 },
  })),
  getStuckOffer: withSecondFactor(200, ({ withdrawalId }) => ({ params: { withdrawalId } })),
  // Refused, because the transaction would cost more than the request allows.
  bringInByChild: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { feeRateSatsPerVb: 10, costSats: 0 },
  })),
  giveUpPayment: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { feeRateSatsPerVb: 10, costSats: 0 },
  })),
  listAdjustments: withSecondFactor(200),
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
  rejectWithdrawal: withSecondFactor(409, ({ withdrawalId }) => ({
    params: { withdrawalId },
    body: { reason: "a test" },
  })),
} satisfies Partial<Record<RouteName, Row>>;
