/**
 * Tests a fee market in which miners require more than the fixed fee covers. New withdrawals show
 * and charge the difference; earlier withdrawals wait and show the reason.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAddress, type BitcoinNode } from "#bitcoin";
import { verifyLedger } from "#ledger";
import { getWithdrawal } from "../lists.ts";
import { virtualSizeOf } from "../coins/weights.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { getTransaction } from "../tracker/get-transaction.ts";
import { withdrawalTerms } from "../withdrawals/withdrawal-terms.ts";
import { findWithdrawal } from "../withdrawals/withdrawals-table.ts";
import { feeNow, LONGEST_VIRTUAL_BYTES } from "./fees.ts";

const AMOUNT_SATS = 1_000_000n;

let rateSatsPerKvb: bigint | undefined;
let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation({
    // The test controls only the fee rate. All other responses come from the real node.
    through: async (node): Promise<BitcoinNode> => ({
      ...node,
      estimateFeeRateSatsPerKvb: async () => rateSatsPerKvb,
    }),
  });
  await installation.mine(13);
  userId = await installation.userWith(10_000_000n);
}, 60_000);
afterAll(() => installation.close());

const termsNow = () => withdrawalTerms(installation.wallet, { userId, email: "ann@example.test" });
const track = (id: string) => getTransaction(installation.wallet, { id, userId });

test("the fixed fee suffices up to about 65 sat/vB", async () => {
  for (const rate of [undefined, 1_000n, 65_000n]) {
    rateSatsPerKvb = rate;
    expect(await termsNow()).toMatchObject({ feeSats: 10_000n, marketSats: 0n });
    // A payment of 141 virtual bytes costs less than the fixed fee.
    const { expectedMinerFeeSats } = await termsNow();
    expect(expectedMinerFeeSats === null || expectedMinerFeeSats < 10_000n).toBe(true);
  }
});

test("a payment that costs more than the fixed fee is sent with a surcharge", async () => {
  rateSatsPerKvb = 150_000n;
  const { feeSats, marketSats, minSats } = await termsNow();
  expect({ feeSats, marketSats }).toEqual({ feeSats: 10_000n, marketSats: 12_950n });
  expect(minSats).toBe(22_950n + 294n);
  await expect(
    installation.withdraw(userId, AMOUNT_SATS, { feeSats: 10_000n }),
  ).rejects.toMatchObject({ code: "fee_changed" });
  const { id } = await installation.withdraw(userId, AMOUNT_SATS, { feeSats: 22_950n });
  await installation.send();
  await installation.mine(6);
  const sent = await track(id);
  expect(sent).toMatchObject({ state: "completed" });
  expect(sent.outputs[0]?.amountSats).toBe(AMOUNT_SATS - 22_950n);
  expect(Number(sent.feeRateSatsPerVb)).toBeGreaterThanOrEqual(150);
  expect(await verifyLedger(installation.database)).toEqual([]);
});

test("the fee covers the longest addresses at any rate", async () => {
  const script = "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
  const shape = { inputs: 1, destinationScripts: [script], changeOutputs: 1 };
  expect(virtualSizeOf(shape)).toBe(LONGEST_VIRTUAL_BYTES);
  for (const rate of [68_000n, 66_000n, 200_000n]) {
    rateSatsPerKvb = rate;
    const walletAddress = formatAddress("regtest", script) ?? "";
    const { id } = await installation.withdraw(userId, AMOUNT_SATS, { walletAddress });
    await installation.send();
    await installation.mine(1);
    expect(await track(id)).toMatchObject({ state: "confirming", waitingReason: null });
    const row = await findWithdrawal(installation.database, id);
    expect(row?.minerFeeSats).toBeLessThanOrEqual(row?.feeSats ?? 0n);
  }
});

test("an earlier withdrawal shows why it waits until the rate falls", async () => {
  rateSatsPerKvb = 2_000n;
  const { id } = await installation.withdraw(userId, AMOUNT_SATS);
  rateSatsPerKvb = 400_000n;
  await installation.send();
  const waiting = await getWithdrawal(installation.wallet, { userId, withdrawalId: id });
  expect(waiting.waitingReason).toMatch(
    /^Miners now require 400 sat\/vB, which is more than the fee of this withdrawal covers/,
  );
  rateSatsPerKvb = 3_000n;
  await installation.send();
  await installation.mine(6);
  expect(await track(id)).toMatchObject({ state: "completed", waitingReason: null });
});

test("the fixed fee applies if the node does not respond in time", async () => {
  const silent = { estimateFeeRateSatsPerKvb: () => new Promise<undefined>(() => undefined) };
  const fee = await feeNow({ database: installation.database, node: silent });
  expect(fee).toEqual({ feeSats: 10_000n, marketSats: 0n });
});
