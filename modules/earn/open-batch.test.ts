/** Tests that each stake in a batch gets the same response as a single request. */
import { accountBalance, verifyLedger } from "#ledger";
import { expect, test } from "vitest";
import { fileDatabase } from "../../test/support/servers/database.ts";
import {
  earnDeps,
  earnRequest,
  lockedInterestSats,
  saver,
  setFunding,
} from "../../test/support/money/earn.ts";
import { plainRequest } from "../../test/support/servers/sign-in-server.ts";
import { FUNDING, RESERVE } from "./fund.ts";
import { earnRoutes } from "./routes.ts";

const test_ = fileDatabase();

test("concurrent stakes share a commit, but each user gets their own refusal", async () => {
  await setFunding(test_.database, 12n * 1_232_876n);
  const routes = earnRoutes(earnDeps(test_.database));
  const openStake = (userId: string) =>
    routes.openStake({
      ...plainRequest,
      caller: { userId } as never,
      body: { amountSats: 10_000_000n, durationDays: 90 },
      idempotency: earnRequest(userId, "openStake"),
    });
  const poor = await Promise.all(
    Array.from({ length: 3 }, () => saver(test_.database, 9_999_999n)),
  );
  const rich = await Promise.all(
    Array.from({ length: 20 }, () => saver(test_.database, 10_000_000n)),
  );
  const results = await Promise.allSettled([...poor, ...rich].map(openStake));
  const said = results.map((one) =>
    one.status === "fulfilled" ? "opened" : (one.reason as { code?: string }).code,
  );
  expect(said.slice(0, 3)).toEqual(poor.map(() => "stake_over_balance"));
  expect(said.filter((word) => word === "opened")).toHaveLength(12);
  expect(said.filter((word) => word === "product_closed")).toHaveLength(8);
  expect(await accountBalance(test_.database, FUNDING)).toBe(0n);
  expect(await accountBalance(test_.database, RESERVE)).toBe(
    await lockedInterestSats(test_.database),
  );
  expect(await verifyLedger(test_.database)).toEqual([]);
});
