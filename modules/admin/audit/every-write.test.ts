/**
 * Calls each of the administrators' writing routes once, by name, and expects an audit entry. The
 * test does not compile if a route is missing.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminApprovalsRoutes, adminRoutes } from "#admin";
import type { adminApi } from "#api/admin";
import type { adminApprovalsApi } from "#api/admin-approvals";
import type { chatApi } from "#api/chat";
import type { Api, Caller } from "#api/route";
import type { supportApi } from "#api/support";
import { houseAccount, postAll } from "#ledger";
import { newId, requestHash } from "#platform";
import { chatRoutes, supportRoutes } from "#support";
import { verifyAudit } from "../../audit/verify-audit.ts";
import { messageKey } from "../../../test/support/chain/message-signer.ts";
import { enrol, prove } from "../../../test/support/people/authenticator.ts";
import { headersFile, pricesFile } from "../../../test/support/servers/history-files.ts";
import {
  payInto,
  proving,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { newEmail, plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { unnamedActions, untoldFacts } from "../../../test/support/people/audit-texts.ts";
import { saveResetRequest } from "../../users/mailed-links/reset-requests-table.ts";
import { plantColdProof } from "../../transparency/testing/plant-cold-proof.ts";
import { coldPerson, descriptorOf } from "../../wallet/testing/cold-keys.ts";
import { plantSent } from "../../wallet/testing/plant-sent.ts";
import { payoutHoldLegs } from "../../wallet/books/payout-legs.ts";

type WritesOf<A extends Api> = {
  [Name in keyof A]: A[Name] extends { readonly auth: "admin" }
    ? A[Name]["method"] extends "GET"
      ? never
      : Name
    : never;
}[keyof A];

type WriteName = WritesOf<
  typeof adminApi & typeof adminApprovalsApi & typeof supportApi & typeof chatApi
>;

let office: BackOffice;
let admin: Caller;
let second: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  admin = proving(office.server, await office.newAdministrator());
  second = proving(office.server, await office.newAdministrator());
  ({ userId } = await signUp(office.server));
  await payInto(office.deps, houseAccount("treasury", "BTC"), 1_000_000n);
});
afterAll(() => office.close());

const reason = "a test of the trail";
const why = { source: "a test", reason };
const ask = (caller = admin) => ({ ...plainRequest, caller });
const approvals = () => adminApprovalsRoutes(office.deps);
const support = () => supportRoutes(office.deps);
const chat = () => chatRoutes(office.deps);

function moneyRequest(route: string, body: unknown, caller = admin) {
  const idempotency = {
    userId: caller.userId,
    route,
    key: randomUUID(),
    requestHash: requestHash(body),
  };
  return { ...ask(caller), idempotency };
}

async function proposed(sum: { amountSats: bigint } | { amountCents: bigint }) {
  const body = { userId, ...sum, reason };
  return approvals().proposeAdjustment({ ...moneyRequest("proposeAdjustment", body), body });
}

async function settings() {
  const { reference, earn } = await office.routes.getSiteSettings(ask());
  const [version] = reference;
  const product = earn.find(({ productId }) => productId === "btc-pro");
  const [rate] = product?.rates ?? [];
  if (!version || !rate) throw new Error("no settings");
  return { version, rate };
}

async function ticketOf() {
  const caller = { ...admin, userId, isAdmin: false };
  const body = { subject: "Help", message: "Hello", requestId: randomUUID() };
  return support().createTicket({ ...ask(caller), body });
}

async function chatOf(): Promise<string> {
  const caller = { ...admin, userId, isAdmin: false };
  const body = { text: "Hello", clientMessageId: randomUUID() };
  await chat().sendChatMessage({ ...ask(caller), body });
  const [row] = await office.deps.database.query<{ id: string }>(
    "select id from support_chats where user_id = $1",
    [userId],
  );
  return row?.id ?? "";
}

/**
 * Inserts a simulated withdrawal of 1 BTC with its hold, as a request would create it. Returns its
 * id.
 */
async function waitingWithdrawal(): Promise<string> {
  const id = newId("wdr", new Date());
  const amountSats = 100_000_000n;
  await office.pay(userId, amountSats);
  await office.deps.database.transaction(async (tx) => {
    await tx.query(
      `insert into wallet_simulated_payouts (id, user_id, method, amount_sats, fee_sats, paid_cents, rate_usd_per_btc, state,
         requested_at, next_at, approvals_required)
       values ($1, $2, 'bank', $3, 10000, 1, '60000', 'in_review', now(), null, 1)`,
      [id, userId, amountSats],
    );
    await postAll(tx, payoutHoldLegs({ id, userId, amountSats, feeSats: 10_000n }));
  });
  return id;
}

const [ann, bo] = [coldPerson("Ann"), coldPerson("Bo")];

function proposedDescriptor() {
  const body = { descriptor: descriptorOf([ann, bo]), reason };
  return office.routes.proposeColdDescriptor({ ...ask(), body });
}

async function waitingDescriptor(): Promise<string> {
  const { descriptors } = await office.routes.getCold(ask());
  return descriptors.find(({ state }) => state === "proposed")?.id ?? "";
}

/**
 * Inserts coins and proposes to return them. The coins are inserted because this test does not
 * follow a chain.
 */
async function proposedReturn() {
  const { descriptors } = await office.routes.getCold(ask());
  const [descriptor] = descriptors;
  if (!descriptor) throw new Error("no descriptor");
  const { database } = office.deps;
  await database.query(
    `insert into wallet_cursor (network, height, hash, unexplained_sats, followed_at)
     values ('regtest', 10, 'a hash', 0, now()) on conflict do nothing`,
  );
  await database.query("update wallet_cursor set height = greatest(height, 10)");
  await database.query(
    `insert into wallet_cold_coins (txid, vout, script_hex, amount_sats, height)
     select md5(random()::text) || md5(random()::text), 0, script_hex, 1000000, 1 from wallet_cold_addresses
     where descriptor_id = $1 and index = 0`,
    [descriptor.id],
  );
  const body = { descriptorId: descriptor.id, amountSats: 500_000n, reason };
  const feeNode = { estimateFeeRateSatsPerKvb: async () => 2_000n, getRawMempool: async () => [] };
  const routes = adminRoutes({ ...office.deps, feeNode });
  return routes.proposeColdReturn({ ...moneyRequest("proposeColdReturn", body), body });
}

async function waitingReturn(): Promise<string> {
  const { returns } = await office.routes.getCold(ask());
  return returns.find(({ state }) => state === "proposed" || state === "approved")?.id ?? "";
}

async function personWhoForgot(): Promise<string> {
  const { userId: other } = await signUp(office.server);
  const visitor = { ip: "192.0.2.7", userAgent: "test" };
  const request = { userId: other, visitor, now: office.deps.clock.now() };
  await saveResetRequest(office.deps.database, request);
  return other;
}

/** Distinct withdrawal numbers, because each action gets its own inserted withdrawal. */
const STUCK_PLACES = { bumpWithdrawalForHouse: 27, bringInByChild: 37, giveUpPayment: 47 };

/** Runs an action on a withdrawal that is waiting for a block. */
async function onStuck(name: keyof typeof STUCK_PLACES) {
  await office.deps.database.query(
    `insert into wallet_cursor (network, height, hash, unexplained_sats, followed_at)
     values ('regtest', 1, 'a hash', 0, now()) on conflict do nothing`,
  );
  await payInto(office.deps, houseAccount("treasury", "BTC"), 5_000_000_000n);
  const withdrawalId = await plantSent(office.deps.database, userId, STUCK_PLACES[name]);
  const body = { feeRateSatsPerVb: 10, costSats: 10_000n };
  const request = moneyRequest(name, body);
  return approvals()[name]({ ...request, params: { withdrawalId }, body });
}

const SEEN_ONLY = "leaves no trace: it says what was read, and changes nothing of anybody's";

const writes: Readonly<Record<WriteName, (() => Promise<unknown>) | string>> = {
  addPerson: () =>
    office.routes.addPerson({
      ...ask(),
      body: { name: "Bo", email: newEmail(), password: "long enough 1", isAdmin: false, reason },
    }),
  changePerson: () =>
    office.routes.changePerson({ ...ask(), params: { userId }, body: { name: "Cy", reason } }),
  async confirmRole() {
    const { userId: giver } = await office.newAdministrator();
    const { userId: other } = await signUp(office.server);
    await office.deps.database.query(
      `insert into users_roles (user_id, role, granted_at, granted_by, needs_confirmation)
       values ($1, 'administrator', $2, $3, true)`,
      [other, office.deps.clock.now(), giver],
    );
    return office.routes.confirmRole({ ...ask(), params: { userId: other }, body: { reason } });
  },
  async removeSecondFactor() {
    const { client, userId: other } = await signUp(office.server);
    await prove(client.auth, await enrol(client.auth), office.deps.clock.now());
    return office.routes.removeSecondFactor({
      ...ask(),
      params: { userId: other },
      body: { reason },
    });
  },
  async approveResetRequest() {
    const other = await personWhoForgot();
    return office.routes.approveResetRequest({
      ...ask(),
      params: { userId: other },
      body: { reason },
    });
  },
  async rejectResetRequest() {
    const other = await personWhoForgot();
    return office.routes.rejectResetRequest({
      ...ask(),
      params: { userId: other },
      body: { reason },
    });
  },
  writeToPerson: () =>
    office.routes.writeToPerson({
      ...ask(),
      params: { userId },
      body: { subject: "Hello", text: "A word.", requestId: randomUUID() },
    }),
  announceNews: () =>
    office.routes.announceNews({
      ...ask(),
      body: { title: "News", text: "-", requestId: randomUUID() },
    }),
  async stopNews() {
    const body = { title: "Wrong news", text: "-" };
    const { id } = await office.routes.announceNews({ ...ask(), body });
    const before = await entries();
    await office.routes.stopNews({ ...ask(), params: { newsId: id } });
    expect(await entries()).toBe(before + 1);
  },
  async deletePerson() {
    const { userId: other } = await signUp(office.server);
    return office.routes.deletePerson({ ...ask(), params: { userId: other }, body: { reason } });
  },
  async setReferenceValues() {
    const { version } = await settings();
    const values = { ...version.values, usdPerBtc: "61000" };
    return office.routes.setReferenceValues({
      ...ask(),
      body: { seenId: version.id, values, ...why },
    });
  },
  async setEarnRate() {
    const { rate } = await settings();
    const body = { productId: "btc-pro", seenId: rate.id, apyPercent: "26", ...why };
    return office.routes.setEarnRate({ ...ask(), body });
  },
  async setTerms() {
    const { terms } = await office.routes.getSiteSettings(ask());
    const plan = terms.find(({ subject }) => subject === "starter-rig");
    const [version] = plan?.versions ?? [];
    if (!plan || !version) throw new Error("no plan");
    const values = { ...version.values, price: "100" };
    return office.routes.setTerms({
      ...ask(),
      body: {
        kind: plan.kind,
        subject: plan.subject,
        seenId: version.id,
        values,
        typedAgain: {},
        ...why,
      },
    });
  },
  async addHistoryDays() {
    const files = { headers: headersFile(), prices: pricesFile(["2025-01-12,94000.00"]) };
    return office.routes.addHistoryDays({ ...ask(), body: { ...files, ...why } });
  },
  setBanner: () =>
    office.routes.setBanner({
      ...ask(),
      body: {
        seenId: null,
        text: "Short pause",
        severity: "info",
        from: null,
        until: null,
        reason,
      },
    }),
  fundFromTreasury() {
    const body = { target: "mining" as const, amountSats: 5n, reason };
    return office.routes.fundFromTreasury({ ...moneyRequest("fundFromTreasury", body), body });
  },
  async approveWithdrawal() {
    const withdrawalId = await waitingWithdrawal();
    const { items } = await approvals().listWithdrawalQueue({
      ...ask(),
      query: { filter: "waiting", limit: 10 },
    });
    const approvalHash = items.find(({ id }) => id === withdrawalId)?.approvalHash ?? "";
    const params = { withdrawalId };
    return approvals().approveWithdrawal({ ...ask(), params, body: { approvalHash } });
  },
  async rejectWithdrawal() {
    const withdrawalId = await waitingWithdrawal();
    const params = { withdrawalId };
    return approvals().rejectWithdrawal({ ...ask(), params, body: { reason } });
  },
  async letPayGoOn() {
    await office.deps.database.query(
      "update platform_pay_gate set closed_reason = 'a test', closed_at = now()",
    );
    return office.routes.letPayGoOn({ ...ask(), body: { reason } });
  },
  async endPoolConnections() {
    const ended: string[] = [];
    const state = { connections: 1, templateAt: null, journalBytes: 0 };
    const pool = {
      state: () => ({ ...state, host: "127.0.0.1", port: 3333, tlsPort: null }),
      connections: () => Promise.resolve({ addresses: [], furtherAddresses: 0 }),
      async endConnections(address: string) {
        ended.push(address);
        return 1;
      },
    };
    const body = { address: "203.0.113.7", reason };
    await adminRoutes({ ...office.deps, pool }).endPoolConnections({ ...ask(), body });
    expect(ended).toEqual([body.address]);
    const [newest] = await office.audit(admin);
    expect(JSON.stringify(newest)).toContain("203.0.0.0/16");
    expect(JSON.stringify(newest)).not.toContain(body.address);
  },
  bumpWithdrawalForHouse: () => onStuck("bumpWithdrawalForHouse"),
  bringInByChild: () => onStuck("bringInByChild"),
  giveUpPayment: () => onStuck("giveUpPayment"),
  async resumePayments() {
    await office.deps.database.query(
      "update wallet_cursor set locked_reason = 'a test', locked_at = now(), followed_at = now()",
    );
    const body = { reason };
    return approvals().resumePayments({ ...moneyRequest("resumePayments", body), body });
  },
  proposeColdDescriptor: () => proposedDescriptor(),
  async rejectColdDescriptor() {
    const descriptorId = await waitingDescriptor();
    const before = await entries();
    await office.routes.rejectColdDescriptor({
      ...ask(),
      params: { descriptorId },
      body: { reason },
    });
    expect(await entries()).toBe(before + 1);
  },
  async approveColdDescriptor() {
    const { id: descriptorId, approvalHash } = await proposedDescriptor();
    const before = await entries();
    const params = { descriptorId };
    await office.routes.approveColdDescriptor({ ...ask(second), params, body: { approvalHash } });
    expect(await entries()).toBe(before + 1);
  },
  async addColdProof() {
    const key = messageKey(new Uint8Array(32).fill(7), "p2wpkh");
    await plantColdProof(office.deps.database, key);
    const { request } = await office.routes.getColdProof(ask());
    const message = request?.message ?? "";
    const signatures = [{ address: key.address, signature: key.sign(message) }];
    const before = await entries();
    await office.routes.addColdProof({ ...ask(), body: { message, signatures } });
    expect(await entries()).toBe(before + 1);
  },
  proposeColdReturn: () => proposedReturn(),
  async cancelColdReturn() {
    const returnId = await waitingReturn();
    const before = await entries();
    await office.routes.cancelColdReturn({ ...ask(), params: { returnId }, body: { reason } });
    expect(await entries()).toBe(before + 1);
  },
  async approveColdReturn() {
    const { id: returnId, approvalHash } = await proposedReturn();
    const before = await entries();
    const params = { returnId };
    await office.routes.approveColdReturn({ ...ask(second), params, body: { approvalHash } });
    expect(await entries()).toBe(before + 1);
  },
  async importColdReturn() {
    const returnId = await waitingReturn();
    const { returns } = await office.routes.getCold(ask());
    const unsigned = returns.find(({ id }) => id === returnId)?.psbt ?? "";
    const body = { psbt: ann.sign(bo.sign(unsigned)) };
    const before = await entries();
    const params = { returnId };
    for (let time = 0; time < 2; time += 1)
      await office.routes.importColdReturn({
        ...moneyRequest("importColdReturn", body),
        params,
        body,
      });
    expect(await entries()).toBe(before + 1);
  },
  proposeAdjustment: () => proposed({ amountCents: -5n }),
  async approveAdjustment() {
    const { id: adjustmentId, approvalHash } = await proposed({ amountSats: 5n });
    const before = await entries();
    await approvals().approveAdjustment({
      ...ask(second),
      params: { adjustmentId },
      body: { approvalHash },
    });
    expect(await entries()).toBe(before + 1);
  },
  async rejectAdjustment() {
    const { id: adjustmentId } = await proposed({ amountSats: 5n });
    const before = await entries();
    await approvals().rejectAdjustment({
      ...ask(second),
      params: { adjustmentId },
      body: { reason },
    });
    expect(await entries()).toBe(before + 1);
  },
  async answerTicket() {
    const { id: ticketId, messages } = await ticketOf();
    const seenMessageId = messages.at(-1)?.id ?? "";
    const body = { message: "Look again.", seenMessageId, requestId: randomUUID() };
    await support().answerTicket({ ...ask(), params: { ticketId }, body });
  },
  answerChat: async () =>
    chat().answerChat({
      ...ask(),
      params: { chatId: await chatOf() },
      body: { text: "Good day", clientMessageId: randomUUID() },
    }),
  readDeskChat: SEEN_ONLY,
  typeInDeskChat: SEEN_ONLY,
};

async function entries(): Promise<number> {
  const [row] = await office.deps.database.query<{ count: number }>(
    "select count(*)::int as count from audit_entries",
  );
  return row?.count ?? 0;
}

test.each(Object.entries(writes))("%s writes an audit entry", async (_name, write) => {
  if (typeof write === "string") return;
  const before = await entries();
  await write();
  expect(await entries()).toBeGreaterThan(before);
  const [newest] = await office.audit(admin);
  expect([admin.userId, second.userId]).toContain(newest?.actorId);
});

test("the audit log is valid after all writes", async () => {
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});

test("the audit page has a label for every stored fact", async () => {
  expect(await untoldFacts(office.deps.database)).toEqual([]);
});

test("the audit page describes every action, for administrators and for users", async () => {
  expect(await unnamedActions(office.deps.database)).toEqual([]);
});
