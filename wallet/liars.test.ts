/** Coins that go in a circle to make the public figure of moved coins false. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { currentDepositAddress } from "./deposits/deposit-address.ts";
import { movedSatsSince } from "./movements.ts";
import { startInstallation, type Installation } from "./testing/installation.ts";

const NOBODY = "select null::uuid where false";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
}, 60_000);
afterAll(() => installation.close());

test("a withdrawal to an own deposit address moves no coins in or out", async () => {
  const { database, wallet } = installation;
  const userId = await installation.userWith(10_000_000n);
  const before = new Date();
  const { address } = await currentDepositAddress(wallet, { userId });
  await installation.withdraw(userId, 1_000_000n, { walletAddress: address });
  await installation.send();
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(0n);
  await installation.withdraw(userId, 1_000_000n);
  await installation.send();
  await installation.mine(1);
  expect(await movedSatsSince(database, before, NOBODY)).toBe(990_000n);
});
