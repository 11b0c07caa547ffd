/** Tests problems that occur after coins are chosen and before the signature is stored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "#ledger";
import { releaseCoins } from "../chain/coins-table.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { cancelWithdrawal } from "../withdrawals/cancel-withdrawal.ts";
import { steps } from "../withdrawals/withdrawal-states.ts";
import {
  findWithdrawal,
  moveWithdrawal,
  type WithdrawalRow,
} from "../withdrawals/withdrawals-table.ts";
import { reserveCoins } from "./reserve-coins.ts";
import { signWithdrawal } from "./sign-withdrawal.ts";

const FEE_RATE_SATS_PER_KVB = 2_000n;

let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  userId = await installation.newUser();
  await installation.askFaucet(userId, 1_000_000n);
  await installation.send();
  await installation.mine(6);
}, 60_000);
afterAll(() => installation.close());

async function rowOf(id: string): Promise<WithdrawalRow> {
  const row = await findWithdrawal(installation.database, id);
  if (!row) throw new Error(`no ${id}`);
  return row;
}

async function reserved(id: string): Promise<WithdrawalRow> {
  expect(await reserveCoins(installation.wallet, [id], FEE_RATE_SATS_PER_KVB)).toEqual([id]);
  const row = await rowOf(id);
  expect(row.state).toBe("reserved");
  return row;
}

test("a signature for coins that are no longer chosen is discarded", async () => {
  const { id } = await installation.withdraw(userId, 100_000n);
  const before = await reserved(id);
  await installation.database.transaction(async (tx) => {
    await releaseCoins(tx, id);
    await moveWithdrawal(tx, id, steps.release, { psbt: null, minerFeeSats: null });
  });
  const after = await reserved(id);
  expect(after.psbt).not.toBe(before.psbt);
  expect(await signWithdrawal(installation.wallet, before)).toBe(false);
  expect((await rowOf(id)).state).toBe("reserved");
  expect(await signWithdrawal(installation.wallet, after)).toBe(true);
});

test("a payment that cannot be signed does not delay other payments", async () => {
  const broken = await installation.withdraw(userId, 100_000n);
  await reserved(broken.id);
  await installation.database.query("update wallet_withdrawals set psbt = 'broken' where id = $1", [
    broken.id,
  ]);
  const whole = await installation.withdraw(userId, 100_000n);
  await expect(installation.send()).rejects.toThrow(`1 failed, ${broken.id}`);
  expect((await rowOf(whole.id)).state).toBe("broadcast");
  await cancelWithdrawal(installation.wallet, { userId, withdrawalId: broken.id });
  await installation.mine(6);
  expect((await rowOf(whole.id)).state).toBe("completed");
  expect(await verifyLedger(installation.database)).toEqual([]);
});
