/**
 * Tests that many small withdrawals are reviewed like one large withdrawal, because the required
 * approvals depend on the user's 24-hour total.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAccounts } from "#api/payout-accounts";
import { issueSecurityCode } from "#users";
import { identity, type Installation } from "../testing/installation.ts";
import { postLimits } from "../testing/post-limits.ts";
import {
  FIVE,
  ONE,
  reviewSteps,
  startReviewInstallation,
  type ReviewInstallation,
} from "../testing/review-installation.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { requestWithdrawal } from "../withdrawals/request-withdrawal.ts";
import { CODE_PURPOSE } from "../withdrawals/send-code.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";

const NEARLY_ONE = 99_000_000n;
const HOUR_MS = 3_600_000;
const BANK = { method: "bank", account: testAccounts.bank } as const;

let review: ReviewInstallation;
let installation: Installation;
beforeAll(async () => {
  review = await startReviewInstallation();
  ({ installation } = review);
}, 60_000);
afterAll(() => review.installation.close());

const { userWith, giveBack, queue, approve, reject, cancel, stateOf, messagesOf } = reviewSteps(
  () => review,
);

interface Needed {
  readonly approvals: number;
  readonly daySats: bigint | null;
}

async function neededBy(id: string): Promise<Needed | undefined> {
  const row = (await queue("all")).find((one) => one.id === id);
  return row && { approvals: row.approvalsRequired, daySats: row.daySats };
}

async function cancelAll(userId: string): Promise<void> {
  const rows = (await queue("all")).filter((row) => row.userId === userId);
  for (const { id } of rows) await cancel(id, userId).catch(() => undefined);
  await giveBack(userId);
}

test("the 24-hour total determines how many approvals a withdrawal needs", async () => {
  const userId = await userWith(6n * ONE);
  const ids: string[] = [];
  for (let count = 1; count <= 6; count += 1)
    ids.push((await installation.withdraw(userId, NEARLY_ONE)).id);
  expect(await Promise.all(ids.map(neededBy))).toEqual(
    [0, 1, 1, 1, 1, 2].map((approvals, index) => ({
      approvals,
      daySats: NEARLY_ONE * BigInt(index + 1),
    })),
  );
  const [first = "", second = "", ...others] = ids;
  expect(await stateOf(first, userId)).toBe("approved");
  expect(await stateOf(second, userId)).toBe("in_review");
  const last = others.at(-1) ?? "";
  const [message] = await messagesOf(userId);
  expect(message?.body).toContain(
    "Your withdrawal requests of the last 24 hours now total 5.94000000 BTC.",
  );
  const words = "It is waiting for the approval of two administrators. You can still cancel it.";
  expect(await installation.withdraw(userId, 1_000_000n)).toMatchObject({
    waitingReason: `${words} In 24 hours you requested 5.95000000 BTC in total.`,
  });
  // The tracker is readable with only the id, so it does not reveal the user's other withdrawals.
  expect(await getTransaction(installation.wallet, { id: last })).toMatchObject({
    waitingReason: words,
  });
  await approve(last, review.ann);
  expect(await stateOf(last, userId)).toBe("in_review");
  await approve(last, review.bob);
  expect(await stateOf(last, userId)).toBe("approved");
  await cancelAll(userId);
});

test("the total includes withdrawals by all methods", async () => {
  const userId = await userWith(2n * ONE);
  await installation.withdraw(userId, NEARLY_ONE, BANK);
  const terms = { userId, email: "a@b.example" };
  expect(await withdrawalTerms(installation.wallet, terms)).toMatchObject({
    askedSats: NEARLY_ONE,
  });
  const { id } = await installation.withdraw(userId, ONE - NEARLY_ONE);
  expect(await neededBy(id)).toEqual({ approvals: 1, daySats: ONE });
  const simulated = await installation.withdraw(userId, 1_000_000n, BANK);
  expect(simulated).toMatchObject({ state: "in_review" });
  await cancelAll(userId);
});

test("the total excludes cancelled and rejected withdrawals", async () => {
  const userId = await userWith(FIVE);
  const first = await installation.withdraw(userId, NEARLY_ONE);
  const second = await installation.withdraw(userId, NEARLY_ONE);
  await cancel(first.id, userId);
  expect(await neededBy(second.id)).toEqual({ approvals: 1, daySats: 2n * NEARLY_ONE });
  expect(await stateOf(second.id, userId)).toBe("in_review");
  await postLimits(installation.wallet, "review", { one: "3" });
  expect(await stateOf(second.id, userId)).toBe("in_review");
  await postLimits(installation.wallet, "review", { one: "1" });
  await reject(second.id, review.ann);
  const third = await installation.withdraw(userId, NEARLY_ONE);
  expect(await neededBy(third.id)).toEqual({ approvals: 0, daySats: NEARLY_ONE });
  await cancelAll(userId);
});

test("the total includes signed withdrawals in any state", async () => {
  const userId = await userWith(2n * ONE);
  const { id } = await installation.withdraw(userId, NEARLY_ONE);
  await installation.send();
  await installation.database.query(
    "update wallet_withdrawals set state = 'conflicted', book = 'returned' where id = $1",
    [id],
  );
  const { id: next } = await installation.withdraw(userId, NEARLY_ONE);
  expect(await neededBy(next)).toEqual({ approvals: 1, daySats: 2n * NEARLY_ONE });
  await installation.database.query(
    "update wallet_withdrawals set state = 'broadcast', book = 'set-aside' where id = $1",
    [id],
  );
  await cancel(next, userId);
});

test("a withdrawal leaves the total after 24 hours, even if the clock goes back", async () => {
  const userId = await userWith(FIVE);
  const codeAt = (now: Date) =>
    installation.database.transaction(async (tx) => {
      await tx.query("delete from users_security_codes where user_id = $1", [userId]);
      return (await issueSecurityCode(tx, { userId, purpose: CODE_PURPOSE, now })).code;
    });
  const at = async (hours: number) => {
    const clock = { now: () => new Date(Date.now() + hours * HOUR_MS) };
    const { id } = await requestWithdrawal(
      { ...installation.wallet, clock },
      {
        userId,
        amountSats: NEARLY_ONE,
        method: "wallet",
        code: await codeAt(clock.now()),
        walletAddress: installation.outside.address,
        idempotency: identity(userId, "createWithdrawal"),
        visitor: { ip: "127.0.0.1", userAgent: "test" },
      },
    );
    return neededBy(id);
  };
  expect(await at(0)).toEqual({ approvals: 0, daySats: NEARLY_ONE });
  expect(await at(23.9)).toMatchObject({ approvals: 1 });
  expect(await at(48)).toEqual({ approvals: 0, daySats: NEARLY_ONE });
  expect(await at(-48)).toEqual({ approvals: 1, daySats: 4n * NEARLY_ONE });
  await cancelAll(userId);
});

test("each of fifty concurrent totals includes all earlier withdrawals", async () => {
  const userId = await userWith(FIVE);
  const tenth = ONE / 10n;
  const code = await installation.codeFor(userId);
  const withdrawals = await whileCodesLast(() =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        installation.withdraw(userId, tenth, { code, ...(index % 2 === 0 ? {} : BANK) }),
      ),
    ),
  );
  const needed = await Promise.all(withdrawals.map(({ id }) => neededBy(id)));
  const sums = needed.map((one) => one?.daySats ?? 0n).toSorted((a, b) => (a < b ? -1 : 1));
  expect(sums).toEqual(Array.from({ length: 50 }, (_, index) => tenth * BigInt(index + 1)));
  for (const one of needed) {
    const sum = one?.daySats ?? 0n;
    expect(one?.approvals).toBe(sum >= FIVE ? 2 : sum >= ONE ? 1 : 0);
  }
  await cancelAll(userId);
});

/** Lets codes be used again while the requests run. Normally, each code works once. */
async function whileCodesLast<Result>(run: () => Promise<Result>): Promise<Result> {
  const { database } = installation;
  await database.query(
    `create function keep_code() returns trigger language plpgsql as
       'begin new.expires_at := old.expires_at; return new; end'`,
  );
  await database.query(
    "create trigger keep_code before update on users_security_codes for each row execute function keep_code()",
  );
  const result = await run();
  await database.query("drop function keep_code cascade");
  return result;
}
