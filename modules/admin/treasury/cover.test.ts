/**
 * Tests concurrent use of the treasury by two administrators, the practice fund and buyers. No
 * deadlock may occur, and sold products must stay covered.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#api/route";
import { difficultyOf } from "#economics";
import { accountBalance, houseAccount, outsideAccount, postAll, verifyLedger } from "#ledger";
import { adminApprovalsRoutes } from "#admin";
import { recordAudit } from "#audit";
import { miningRoutes } from "#mining";
import { countCover } from "#treasury";
import { newUuid, Refusal, requestHash } from "#platform";
import { verifyAudit } from "../../audit/verify-audit.ts";
import { adjustmentSteps, newDecider, TREASURY } from "../../../test/support/money/adjustments.ts";
import {
  payInto,
  startBackOffice,
  type BackOffice,
} from "../../../test/support/people/back-office.ts";
import { userWith } from "../../../test/support/money/books.ts";
import { moneyRequest, openGate, setReferenceValues } from "../../../test/support/money/mining.ts";
import { waitingForLocks } from "../../../test/support/servers/database.ts";
import { plantSent } from "../../wallet/testing/plant-sent.ts";
import { countAgain } from "../../../test/support/money/treasury.ts";
import { plainRequest, signUp } from "../../../test/support/servers/sign-in-server.ts";
import { noEarnings } from "../../../test/support/money/no-earnings.ts";

const FUND = houseAccount("earn-funding", "BTC");
const MINING = houseAccount("mining", "BTC");

let office: BackOffice;
let ann: Caller;
let bob: Caller;
let userId: string;
beforeAll(async () => {
  office = await startBackOffice();
  ann = await newDecider(office);
  bob = await newDecider(office);
  ({ userId } = await signUp(office.server));
  await payInto(office.deps, TREASURY, 1_000_000_000n);
});
afterAll(() => office.close());

const { propose, approve, balance } = adjustmentSteps(
  () => office,
  () => userId,
);

const now = () => office.deps.clock.now();
const cover = () => countCover(office.deps.database, office.deps.treasury, now());
const mining = () =>
  miningRoutes({
    ...office.deps,
    frozenAmong: async () => new Set<string>(),
    settleEarnings: noEarnings,
    payGate: openGate(office.deps.clock),
  });
const buy = (buyer: string) =>
  mining().buyContract({
    ...plainRequest,
    caller: { ...ann, userId: buyer, isAdmin: false },
    body: { planId: "enterprise-farm" },
    idempotency: moneyRequest(buyer, "buyContract"),
  });

function fund(amountSats: bigint) {
  const body = { target: "earn-funding" as const, amountSats, reason: "a test" };
  const idempotency = {
    userId: ann.userId,
    route: "fundFromTreasury",
    key: randomUUID(),
    requestHash: requestHash(body),
  };
  return office.routes.fundFromTreasury({ ...plainRequest, caller: ann, body, idempotency });
}

const move = (debit: string, credit: string, amount: bigint) =>
  office.deps.database.transaction((tx) =>
    postAll(tx, [{ id: newUuid(), debit, credit, amount, code: "adjustment" }]),
  );

/** Moves money so that the treasury holds the required cover plus `sats`. */
async function leaveMargin(sats: bigint): Promise<void> {
  const revenue = await accountBalance(office.deps.database, MINING);
  if (revenue > 0n) await move(MINING, TREASURY, revenue);
  await move(TREASURY, outsideAccount("chain"), (await cover()).marginSats - sats);
  await countAgain(office.deps.database);
}

test("a correction in a user's favour can use only spare coins", async () => {
  const buyer = await userWith(office.deps.database, { sats: 100_000_000n });
  await buy(buyer);
  await leaveMargin(5_000n);
  const tooMuch = await propose(ann, { amountSats: 5_001n });
  await expect(approve(bob, tooMuch)).rejects.toMatchObject({
    status: 409,
    code: "pay_uncovered",
    title: "Treasury too low",
    text: "Only 0.00005000 BTC of the treasury are spare, less than the requested 0.00005001 BTC. The rest covers obligations. No coins were moved.",
  });
  expect((await balance()).availableSats).toBe(0n);
  await approve(bob, await propose(ann, { amountSats: 5_000n }));
  expect((await balance()).availableSats).toBe(5_000n);
  expect((await cover()).marginSats).toBe(0n);
  // A deduction adds coins to the treasury, so it needs no spare coins.
  await approve(bob, await propose(ann, { amountSats: -5_000n }));
  expect((await cover()).marginSats).toBe(5_000n);
});

test.each([
  ["bringInByChild", 37],
  ["giveUpPayment", 47],
] as const)(
  "%s waits for another audit entry without holding the treasury lock",
  async (name, place) => {
    const { database } = office.deps;
    await database.query(
      `insert into wallet_cursor (network, height, hash, unexplained_sats, followed_at)
     values ('regtest', 1, 'a hash', 0, now()) on conflict do nothing`,
    );
    await payInto(office.deps, TREASURY, 10_000_000_000n);
    const params = { withdrawalId: await plantSent(database, userId, place) };
    const body = { feeRateSatsPerVb: 10, costSats: 10_000n };
    const at = now();
    const entry = {
      actor: bob.userId,
      action: "treasury.fund",
      target: null,
      reason: "a test",
    } as const;
    const { pressed } = await database.transaction(async (tx) => {
      await recordAudit(tx, { ...entry, at, before: {}, after: {} });
      const idempotency = moneyRequest(ann.userId, name);
      const click = adminApprovalsRoutes(office.deps)[name];
      const clicking = click({ ...plainRequest, caller: ann, params, body, idempotency });
      await expect.poll(() => waitingForLocks(database)).toBe(1);
      await postAll(tx, [
        { id: newUuid(), debit: TREASURY, credit: FUND, amount: 5n, code: "adjustment" },
      ]);
      return { pressed: clicking };
    });
    expect((await pressed).costSats).toBeGreaterThan(0n);
  },
);

test("concurrent corrections, funding and purchases keep products covered", async () => {
  await setReferenceValues(office.deps, {
    difficulty: difficultyOf("2000000000000"),
  });
  office.server.clock.move(1_000);
  await payInto(office.deps, TREASURY, 10_000_000_000n);
  await leaveMargin(200_000_000n);
  const buyers = await Promise.all(
    Array.from({ length: 12 }, () => userWith(office.deps.database, { sats: 100_000_000n })),
  );
  const proposals = await Promise.all(
    Array.from({ length: 12 }, () => propose(ann, { amountSats: 20_000_000n })),
  );
  const results = await Promise.allSettled([
    ...proposals.map((proposal) => approve(bob, proposal)),
    ...buyers.map(buy),
    ...Array.from({ length: 12 }, () => fund(20_000_000n)),
  ]);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  expect(reasons.filter((reason) => !(reason instanceof Refusal))).toEqual([]);
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.length).toBeLessThan(results.length);
  const { marginSats } = await cover();
  expect(marginSats >= 0n && marginSats < 40_000_000n).toBe(true);
  expect(await accountBalance(office.deps.database, FUND)).toBeGreaterThanOrEqual(0n);
  expect(await verifyLedger(office.deps.database)).toEqual([]);
  expect((await verifyAudit(office.deps.database)).problems).toEqual([]);
});
