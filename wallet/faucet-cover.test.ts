/** The faucet gives only what nothing has to cover: it says that it is closed, and of many at once no more get than there is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountBalance, houseAccount } from "#ledger";
import { faucetState, requestFaucet } from "./faucet.ts";
import { identity, startFloor, type Floor } from "./testing/floor.ts";
import type { SpareTreasury } from "./parts.ts";

const TREASURY = houseAccount("treasury", "BTC");
const FEE_ASIDE = 10_000n;

let floor: Floor;
beforeAll(async () => {
  floor = await startFloor();
  await floor.mine(103);
}, 60_000);
afterAll(() => floor.close());

/** All of the treasury but this is needed for what was sold. */
async function covering(spareSats: bigint): Promise<Floor["wallet"]> {
  const needed = (await accountBalance(floor.database, TREASURY)) - spareSats;
  const spareTreasury: SpareTreasury = {
    read: async (queryable) => (await accountBalance(queryable, TREASURY)) - needed,
    async claim(tx) {
      await tx.query("select pg_advisory_xact_lock(1)");
      return (await accountBalance(tx, TREASURY)) - needed;
    },
  };
  return { ...floor.wallet, spareTreasury };
}

const ask = (wallet: Floor["wallet"], userId: string, amountSats: bigint) =>
  requestFaucet(wallet, { userId, amountSats, idempotency: identity(userId, "requestFaucet") });

test("while nothing is spare it is closed and says why; the day's allowance is not touched", async () => {
  const userId = await floor.newUser();
  const closedReason =
    "The coins of the treasury cover what was sold here, so none are spare to give now. Please try again later.";
  const wallet = await covering(10_000n + FEE_ASIDE - 1n);
  expect(await faucetState(wallet, { userId })).toMatchObject({ isOpen: false, closedReason });
  await expect(ask(wallet, userId, 10_000n)).rejects.toMatchObject({
    status: 409,
    code: "faucet_closed",
    text: closedReason,
  });
  const opened = await covering(10_000n + FEE_ASIDE);
  expect(await faucetState(opened, { userId })).toMatchObject({
    isOpen: true,
    remainingSats: 5_000_000n,
  });
  await ask(opened, userId, 10_000n);
});

test("of twenty at once as many get theirs as there are spare coins", async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => floor.newUser()));
  const wallet = await covering(7n * (100_000n + FEE_ASIDE) + 5n);
  const results = await Promise.allSettled(users.map((userId) => ask(wallet, userId, 100_000n)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  for (const reason of reasons) expect(reason).toMatchObject({ code: "faucet_closed" });
  expect(await wallet.spareTreasury.read(floor.database, new Date(), 0n)).toBe(5n);
});
