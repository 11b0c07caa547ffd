/**
 * Tests that only payments from other wallets are outside deposits. Faucet grants are not, because
 * they come from the platform.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { identity, startInstallation, type Installation } from "../testing/installation.ts";
import { openFaucet } from "../faucet/faucet.ts";
import { currentDepositAddress } from "./deposit-address.ts";
import { hasOutsideDeposit } from "./deposits-table.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

test("a faucet grant is not an outside deposit", async () => {
  const { database, wallet } = installation;
  const userId = await installation.newUser();
  const request = identity(userId, "requestFaucet");
  await openFaucet(wallet)({
    userId,
    origin: { ip: "127.0.0.1", isLocal: true },
    amountSats: 100_000n,
    request,
  });
  await installation.send();
  await installation.mine(6);
  const received = "select from wallet_deposits where user_id = $1 and credited_at is not null";
  expect(await database.query(received, [userId])).toHaveLength(1);
  expect(await hasOutsideDeposit(database, userId)).toBe(false);
  const { address } = await currentDepositAddress(wallet, { userId });
  await installation.payFromOutside(address, 50_000n);
  await installation.mine(1);
  expect(await hasOutsideDeposit(database, userId)).toBe(true);
});
