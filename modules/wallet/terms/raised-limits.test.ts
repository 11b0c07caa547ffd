/**
 * Tests that an administrator cannot avoid a second administrator's approval by raising the limits,
 * because increases apply only after 24 hours. Uses a test clock with the real waiting time.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newUuid } from "#platform";
import { issueSecurityCode } from "#users";
import { testDatabase } from "../../../test/support/servers/database.ts";
import { identity } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import {
  FIVE,
  ONE,
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "../testing/review-installation.ts";
import { requestWithdrawal } from "../withdrawals/request-withdrawal.ts";
import { CODE_PURPOSE } from "../withdrawals/send-code.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";
import { reviewLimits, reviewLimitsFor } from "./review-limits.ts";

const WAIT_HOURS = 24;
const HOUR_MS = 3_600_000;
const START = Date.now();

let now = START;
const clock = { now: () => new Date(now) };
const pass = (hours: number) => (now += hours * HOUR_MS);
const moment = () => ({ now: clock.now(), waitHours: WAIT_HOURS });

describe("review limits", () => {
  let installation: Awaited<ReturnType<typeof testDatabase>>;
  beforeEach(async () => {
    now = START;
    installation = await testDatabase();
  });
  afterEach(() => installation.close());

  const [ann, bob] = [newUuid(), newUuid()];
  const post = (change: Record<string, string>, setBy = ann) =>
    postLimits({ database: installation.database, clock }, "review", change, setBy);
  const limits = async () => {
    const { reviewSats, secondPersonSats } = await reviewLimits(installation.database, moment());
    return [reviewSats / ONE, secondPersonSats / ONE];
  };
  const limitsFor = async (userId: string) => {
    const query = { ...moment(), userId };
    const { reviewSats, secondPersonSats } = await reviewLimitsFor(installation.database, query);
    return [reviewSats / ONE, secondPersonSats / ONE];
  };

  test("an increase applies exactly 24 hours later", async () => {
    await post({ one: "10", two: "20" });
    expect(await limits()).toEqual([1n, 5n]);
    pass(WAIT_HOURS);
    now -= 1;
    expect(await limits()).toEqual([1n, 5n]);
    now += 1;
    expect(await limits()).toEqual([10n, 20n]);
  });

  test("a decrease of one limit applies immediately while the other is raised", async () => {
    await post({ one: "0.5", two: "50" });
    expect(await limits()).toEqual([0n, 5n]);
    pass(WAIT_HOURS);
    expect(await limits()).toEqual([0n, 50n]);
    await post({ one: "1", two: "2" });
    expect(await limits()).toEqual([0n, 2n]);
  });

  test("each of several increases has its own 24-hour waiting period", async () => {
    await post({ two: "6" });
    pass(12);
    await post({ two: "60" });
    pass(12);
    expect(await limits()).toEqual([1n, 6n]);
    await post({ two: "61" });
    pass(11);
    expect(await limits()).toEqual([1n, 6n]);
    pass(1);
    expect(await limits()).toEqual([1n, 60n]);
    pass(12);
    expect(await limits()).toEqual([1n, 61n]);
  });

  test("an increase that another administrator withdraws never applies", async () => {
    await post({ one: "10", two: "20" });
    pass(23);
    await post({ one: "1", two: "5" }, bob);
    for (const hours of [0, 1, 24, 1000]) {
      pass(hours);
      expect(await limits(), `${hours} hours on`).toEqual([1n, 5n]);
    }
  });

  test("a limit that is lowered and raised again waits again", async () => {
    await post({ one: "10", two: "20" });
    pass(100);
    await post({ two: "10" });
    pass(1);
    await post({ two: "20" });
    pass(23);
    expect(await limits()).toEqual([10n, 10n]);
    pass(1);
    expect(await limits()).toEqual([10n, 20n]);
  });

  test("increases do not apply after the clock is set back", async () => {
    await post({ one: "0.5", two: "50" });
    pass(-1000);
    expect(await limits()).toEqual([0n, 5n]);
  });

  test("increases never apply to the administrator who made them", async () => {
    await post({ one: "10", two: "20" });
    pass(1000);
    expect(await limitsFor(ann)).toEqual([1n, 5n]);
    expect(await limitsFor(bob)).toEqual([10n, 20n]);
    await post({ two: "30" }, bob);
    expect(await limitsFor(ann)).toEqual([1n, 5n]);
    pass(WAIT_HOURS);
    expect(await limitsFor(ann)).toEqual([10n, 30n]);
    expect(await limitsFor(bob)).toEqual([10n, 20n]);
  });

  test("without a waiting time, new limits apply immediately", async () => {
    await post({ one: "10", two: "20" });
    const atOnce = { now: clock.now(), waitHours: 0 };
    expect(await reviewLimits(installation.database, atOnce)).toEqual({
      reviewSats: 10n * ONE,
      secondPersonSats: 20n * ONE,
    });
  });
});

describe("the withdrawal of a user who would benefit from an increase", () => {
  let review: ReviewInstallation;
  beforeAll(async () => {
    now = START;
    review = await startReviewInstallation();
  }, 60_000);
  afterAll(() => review.installation.close());

  const { userWith, queue, cancel, giveBack } = reviewSteps(() => review);

  /** Returns the limits shown in the form before a request. */
  const shown = async () =>
    withdrawalTerms(
      { ...review.installation.wallet, clock, raiseWaitHours: WAIT_HOURS },
      { userId: await review.installation.newUser(), email: "a@b.example" },
    );

  /** Returns the number of approvals that a withdrawal of a new user needs now. */
  async function approvalsFor(amountSats: bigint): Promise<number | undefined> {
    const { database, wallet, outside } = review.installation;
    const userId = await userWith(amountSats);
    const { code } = await database.transaction((tx) =>
      issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now: clock.now() }),
    );
    const { id } = await requestWithdrawal(
      { ...wallet, clock, raiseWaitHours: WAIT_HOURS },
      {
        userId,
        amountSats,
        method: "wallet",
        code,
        walletAddress: outside.address,
        idempotency: identity(userId, "createWithdrawal"),
        visitor: { ip: "127.0.0.1", userAgent: "test" },
      },
    );
    const needed = (await queue("all")).find((one) => one.id === id)?.approvalsRequired;
    await cancel(id, userId);
    await giveBack(userId);
    return needed;
  }

  test("needs fewer approvals only after 24 hours", async () => {
    const { database } = review.installation;
    await postLimits({ database, clock }, "review", { one: "6", two: "7" }, review.ann);
    expect([await approvalsFor(ONE), await approvalsFor(FIVE)]).toEqual([1, 2]);
    pass(WAIT_HOURS - 1);
    expect(await shown()).toMatchObject({ reviewSats: ONE, secondPersonSats: FIVE });
    expect([await approvalsFor(ONE), await approvalsFor(FIVE)]).toEqual([1, 2]);
    pass(1);
    expect(await shown()).toMatchObject({ reviewSats: 6n * ONE, secondPersonSats: 7n * ONE });
    expect([await approvalsFor(ONE), await approvalsFor(FIVE)]).toEqual([0, 0]);
    await postLimits({ database, clock }, "review", { one: "1", two: "5" }, review.bob);
    expect([await approvalsFor(ONE), await approvalsFor(FIVE)]).toEqual([1, 2]);
  });
});
