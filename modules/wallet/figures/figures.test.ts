/**
 * Tests administrators' figures of coins, fees and payments on an installation with some activity.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumUnspent } from "../chain/coins-table.ts";
import { startInstallation, type Installation } from "../testing/installation.ts";
import { coinFigures } from "./coin-figures.ts";
import { feeFigures, type FeeNode } from "./fee-figures.ts";
import { openDeposits, unminedPayments, waitingPayments } from "./payments-under-way.ts";

const DEPOSIT_SATS = 5_000_000n;

let installation: Installation;
let userId: string;

beforeAll(async () => {
  installation = await startInstallation();
  await installation.mine(13);
  userId = await installation.userWith(DEPOSIT_SATS);
}, 60_000);
afterAll(() => installation.close());

const coins = (inputSats: bigint | null) => coinFigures(installation.database, inputSats);

async function countOf(kind: string, standing: string): Promise<number> {
  const { sums } = await coins(null);
  return sums.find((sum) => sum.kind === kind && sum.standing === standing)?.count ?? 0;
}

test("the counts by kind and availability add up to all coins", async () => {
  const { sums, small, smallestSats, largestSats } = await coins(DEPOSIT_SATS + 1n);
  expect(sums.reduce((sum, { sats }) => sum + sats, 0n)).toBe(
    await sumUnspent(installation.database),
  );
  expect(smallestSats).toBe(DEPOSIT_SATS);
  // Block reward plus the fee of the deposit's transaction in the block.
  expect(largestSats).toBe(5_000_002_000n);
  // 97 + 13 + 6 blocks pay the treasury. Of 118 blocks, the first 19 are mature, and two of these
  // pay other recipients.
  expect(await countOf("coinbase", "spendable")).toBe(17);
  expect(await countOf("coinbase", "young")).toBe(99);
  // With six confirmations, the deposit is credited but is spent only if no other coin is left.
  expect(await countOf("deposit", "last")).toBe(1);
  expect(small).toEqual({ count: 1, sats: DEPOSIT_SATS });
  expect((await coins(DEPOSIT_SATS)).small).toEqual({ count: 0, sats: 0n });
  expect((await coins(null)).small).toBeNull();
});

test("an unmined withdrawal is listed with its state, fee rate and broadcasts", async () => {
  await installation.withdraw(userId, 1_000_000n);
  expect(await waitingPayments(installation.database)).toMatchObject([
    { purpose: "user", state: "approved", waitingReason: null, count: 1, sats: 1_000_000n },
  ]);
  await installation.send();
  await installation.watch();
  expect(await countOf("coinbase", "reserved")).toBe(1);
  const { count, items } = await unminedPayments(installation.database, 50);
  expect(count).toBe(1);
  const [payment] = items;
  expect(payment).toMatchObject({
    state: "in_mempool",
    purpose: "user",
    paysCount: 1,
    sendCount: 1,
  });
  expect(payment?.lastAnswer).toBe(payment?.txid);
  expect(payment?.sentAt).toBeInstanceOf(Date);
  // Without an estimate from the node, the rate is 2 sat/vB plus rounding of less than one virtual
  // byte.
  const size = BigInt(payment?.virtualSize ?? 0);
  expect(payment?.minerFeeSats).toBeGreaterThanOrEqual(2n * size);
  expect(payment?.minerFeeSats).toBeLessThan(2n * size + 4n);
  await installation.mine(1);
  expect((await unminedPayments(installation.database, 50)).count).toBe(0);
  expect(await countOf("change", "spendable")).toBeGreaterThan(0);
});

test("faucet grants in one transaction are listed as one payment", async () => {
  for (const one of [await installation.newUser(), await installation.newUser()])
    await installation.askFaucet(one);
  await installation.send();
  const { items } = await unminedPayments(installation.database, 50);
  expect(items).toMatchObject([{ purpose: "faucet", paysCount: 2 }]);
  const [sum] = await installation.database.query<{ sats: bigint }>(
    "select sum(miner_fee_sats)::bigint as sats from wallet_withdrawals where txid = $1",
    [items[0]?.txid],
  );
  expect(items[0]?.minerFeeSats).toBe(sum?.sats);
  await installation.watch();
  expect(await openDeposits(installation.database)).toMatchObject([{ isInBlock: false, count: 2 }]);
});

test("the cost of a withdrawal is null while the node does not respond", async () => {
  const figures = await feeFigures(installation.database, installation.node);
  expect(figures.rate).toEqual({ satsPerKvb: 2_000n, isEstimated: false, isTooHigh: false });
  expect(figures).toMatchObject({ mempoolCount: 1, usualVirtualBytes: 141n, usualSats: 282n });
  expect(figures).toMatchObject({ inputSats: 136n, feeSats: 10_000n, coveredSatsPerVb: 65n });
  const at = async (satsPerKvb: bigint) =>
    feeFigures(installation.database, {
      ...installation.node,
      estimateFeeRateSatsPerKvb: async () => satsPerKvb,
    });
  // A payment to the longest address has 153 vB and costs 15,300 sats at 100 sat/vB. The user's fee
  // covers 10,000 of them.
  expect(await at(100_000n)).toMatchObject({ usualSats: 14_100n, marketSats: 5_300n });
  expect(await at(600_000n)).toMatchObject({ rate: { isTooHigh: true }, marketSats: 0n });
  const silent: FeeNode = {
    estimateFeeRateSatsPerKvb: () => Promise.reject(new Error("no answer in 2 s")),
    getRawMempool: () => Promise.reject(new Error("no answer in 2 s")),
  };
  expect(await feeFigures(installation.database, silent)).toMatchObject({
    rate: null,
    mempoolCount: null,
    usualSats: null,
    inputSats: null,
  });
});
