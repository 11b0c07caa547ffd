/** Tests the public mining figures against twenty accounts that try to distort them. */
import { ANONYMOUS_IDS } from "#users";
import { expect, test } from "vitest";
import { userWith } from "../../test/support/money/books.ts";
import { saver } from "../../test/support/money/earn.ts";
import { fileDatabase } from "../../test/support/servers/database.ts";
import { miningDeps, moneyRequest } from "../../test/support/money/mining.ts";
import { buyContract } from "./plans/buy-contract.ts";
import { activeMiners, soldHashRate } from "./public-figures.ts";
import { startMining } from "./start-mining.ts";

const LIARS = 20;
const file = fileDatabase();

async function figures(now: Date) {
  const { database } = file;
  return {
    active: await activeMiners(database, now, ANONYMOUS_IDS),
    soldThs: await soldHashRate(database, now, ANONYMOUS_IDS),
  };
}

test("switching mining on without a contract does not add an active miner", async () => {
  const deps = miningDeps(file.database);
  for (let one = 0; one < LIARS; one += 1) {
    const userId = await userWith(file.database, {});
    await startMining(deps, { userId });
  }
  expect(await figures(deps.clock.now())).toEqual({ active: 0, soldThs: "0" });
});

test("the public figures exclude contracts of anonymous accounts", async () => {
  const deps = miningDeps(file.database);
  const userId = await saver(file.database, 1_000_000n);
  const request = moneyRequest(userId, "buyContract", { planId: "starter-rig" });
  await buyContract(deps, { request, planId: "starter-rig" });
  await startMining(deps, { userId });
  expect(await figures(deps.clock.now())).toEqual({ active: 1, soldThs: "50" });
  await file.database.query("update users_users set is_anonymous = true where id = $1", [userId]);
  expect(await figures(deps.clock.now())).toEqual({ active: 0, soldThs: "0" });
});
