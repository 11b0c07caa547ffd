/**
 * Tests several people who decide about one withdrawal at the same time. The withdrawal must have
 * exactly one outcome, and each hold must be released once.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { balancesOf, verifyLedger } from "#ledger";
import type { Installation } from "../testing/installation.ts";
import {
  FIVE,
  ONE,
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "../testing/review-installation.ts";

let review: ReviewInstallation;
let installation: Installation;
let ann: string;
let bob: string;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation, ann, bob } = review);
}, 60_000);
afterAll(() => review.installation.close());

const { userWith, giveBack, hashOf, approve, reject, cancel, stateOf } = reviewSteps(() => review);

describe("concurrent decisions", () => {
  const ROUNDS = 8;

  test("of two concurrent rejections, only one returns the money", async () => {
    const userId = await userWith(ONE);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await installation.withdraw(userId, ONE);
      const results = await Promise.allSettled([reject(id, ann), reject(id, bob)]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await balancesOf(installation.database, userId)).availableSats).toBe(ONE);
    }
    await giveBack(userId);
  });

  test("concurrent approval, rejection and cancellation have one outcome", async () => {
    const userId = await userWith(ONE);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await installation.withdraw(userId, ONE);
      const approvalHash = await hashOf(id);
      const results = await Promise.allSettled([
        approve(id, ann, approvalHash),
        reject(id, bob),
        cancel(id, userId),
      ]);
      const won = results.map(({ status }) => status === "fulfilled");
      // The owner can still cancel an approved withdrawal until it is signed.
      expect(won.filter(Boolean).length).toBe(won[0] && won[2] ? 2 : 1);
      const expected = won[2] ? "cancelled" : won[1] ? "rejected" : "approved";
      expect(await stateOf(id, userId)).toBe(expected);
      if (expected === "approved") await cancel(id, userId);
      expect((await balancesOf(installation.database, userId)).availableSats).toBe(ONE);
    }
    await giveBack(userId);
  });

  test("two approvals by the same administrator count as one", async () => {
    const userId = await userWith(FIVE);
    const { id } = await installation.withdraw(userId, FIVE);
    const approvalHash = await hashOf(id);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => approve(id, ann, approvalHash)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(id, userId)).toBe("in_review");
    await reject(id, bob);
    await giveBack(userId);
  });
});

test("each hold is released once, regardless of the order of decisions", async () => {
  const userId = await userWith(FIVE);
  const press = fc.constantFrom("ann", "bob", "reject", "cancel", "stale", "owner");
  const act = async (id: string, what: string, hash: string): Promise<void> => {
    if (what === "ann") await approve(id, ann, hash);
    if (what === "bob") await approve(id, bob, hash);
    if (what === "reject") await reject(id, bob);
    if (what === "cancel") await cancel(id, userId);
    if (what === "stale") await approve(id, ann, "f".repeat(64));
    if (what === "owner") await approve(id, userId, hash);
  };
  const property = fc.asyncProperty(
    fc.array(fc.array(press, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(ONE, FIVE),
    fc.boolean(),
    async (rounds, amountSats, isSimulated) => {
      const options = isSimulated ? { method: "bank" as const, account: testAccounts.bank } : {};
      const { id } = await installation.withdraw(userId, amountSats, options);
      const hash = await hashOf(id);
      for (const batch of rounds)
        await Promise.allSettled(batch.map((what) => act(id, what, hash)));
      const state = await stateOf(id, userId);
      const { availableSats, heldSats } = await balancesOf(installation.database, userId);
      const isOver = state === "rejected" || state === "cancelled";
      expect([availableSats, heldSats]).toEqual(
        isOver ? [FIVE, 0n] : [FIVE - amountSats, amountSats],
      );
      if (!isOver) await cancel(id, userId);
      expect((await balancesOf(installation.database, userId)).availableSats).toBe(FIVE);
    },
  );
  await fc.assert(property, { numRuns: 40 });
  expect(await verifyLedger(installation.database)).toEqual([]);
  await giveBack(userId);
}, 60_000);
