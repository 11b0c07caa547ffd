/**
 * Tests that the faucet grants only spare coins, closes with a reason if there are none, and never
 * grants more than the spare coins to concurrent requests.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { spareTreasurySats } from "#treasury";
import { promisedAllBut } from "../../../test/support/money/treasury.ts";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { faucetState, openFaucet } from "./faucet.ts";

const FEE_ASIDE = 10_000n;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

/** Reserves all treasury coins except `spareSats` for sold contracts. */
async function covering(spareSats: bigint): Promise<Installation["wallet"]> {
  return {
    ...installation.wallet,
    treasury: await promisedAllBut(installation.database, spareSats),
  };
}

const ask = (wallet: Installation["wallet"], userId: string, amountSats: bigint) =>
  openFaucet(wallet)({
    userId,
    origin: { ip: "127.0.0.1", isLocal: true },
    amountSats,
    request: identity(userId, "requestFaucet"),
  });

test("a faucet without spare coins closes but keeps the user's allowance", async () => {
  const userId = await installation.newUser();
  const closedReason =
    "The treasury needs all its coins to cover sales, so the faucet has none to give now. Please try again later.";
  const wallet = await covering(10_000n + FEE_ASIDE - 1n);
  expect(
    await faucetState(wallet, { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    isOpen: false,
    closedReason,
  });
  await expect(ask(wallet, userId, 10_000n)).rejects.toMatchObject({
    status: 409,
    code: "faucet_closed",
    text: closedReason,
  });
  const opened = await covering(10_000n + FEE_ASIDE);
  expect(
    await faucetState(opened, { userId, origin: { ip: "127.0.0.1", isLocal: true } }),
  ).toMatchObject({
    isOpen: true,
    remainingSats: 5_000_000n,
  });
  await ask(opened, userId, 10_000n);
});

test("twenty concurrent requests receive no more than the spare coins", async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => installation.newUser()));
  const wallet = await covering(7n * (100_000n + FEE_ASIDE) + 5n);
  const results = await Promise.allSettled(users.map((userId) => ask(wallet, userId, 100_000n)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  const reasons = results.flatMap((one) =>
    one.status === "rejected" ? [one.reason as unknown] : [],
  );
  for (const reason of reasons) expect(reason).toMatchObject({ code: "faucet_closed" });
  expect(
    await spareTreasurySats(installation.database, wallet.treasury, {
      now: new Date(),
      wantedSats: 0n,
    }),
  ).toBe(5n);
});
