/**
 * Tests that all backends handle replaced payments and reorgs like Bitcoin Core: error codes,
 * mempool and block template.
 */
import { describe, expect, test } from "vitest";
import type { Coin } from "../../test/support/chain/bitcoin-key.ts";
import { backends } from "../../test/support/chain/bitcoind.ts";
import {
  COIN_SATS,
  contractNode,
  miner,
  paidCoin,
  pay,
  payBack,
  payee,
} from "./testing/contract-node.ts";
import { parseTransaction } from "./transaction.ts";

/**
 * Builds a payment of an exact size. A few signatures are one byte shorter, so this tries sequence
 * numbers until the size matches.
 */
function payOfSize(coin: Coin, feeSats: bigint, size: bigint): string {
  const output = { ...payee, amountSats: coin.amountSats - feeSats };
  for (let sequence = 0xfffffffd; ; sequence -= 1) {
    const rawHex = miner.spend([coin], [output], sequence);
    if (BigInt(parseTransaction(rawHex).virtualSizeBytes) === size) return rawHex;
  }
}

describe.each(backends)("a node ($backend)", (of) => {
  const { backend } = of;
  const contract = contractNode(of, 8);

  test("a replacement must have a higher fee rate and a higher fee", async () => {
    const coin = contract.takeCoin();
    const original = pay(coin, 1_000n);
    const size = BigInt(parseTransaction(original).virtualSizeBytes);
    await contract.node.sendRawTransaction(original);
    expect(await contract.codeOf(payOfSize(coin, 1_000n + size - 1n, size))).toBe(-26);
    const bulky = Array.from({ length: 40 }, () => ({ ...payee, amountSats: 100_000_000n }));
    const rest = { ...payee, amountSats: COIN_SATS - 4_000_000_000n - 2_600n };
    // 1.9 sat/vB instead of the original's 9: a higher fee, but a lower fee rate.
    expect(await contract.codeOf(miner.spend([coin], [...bulky, rest]))).toBe(-26);
    expect(await contract.node.getRawMempool()).toContain(parseTransaction(original).txid);

    const winner = payOfSize(coin, 1_000n + size, size);
    expect(await contract.codeOf(winner)).toBe("accepted");
    const mempool = await contract.node.getRawMempool();
    expect(mempool).toContain(parseTransaction(winner).txid);
    expect(mempool).not.toContain(parseTransaction(original).txid);
  });

  test("a replacement evicts the original payment's children", async () => {
    const coin = contract.takeCoin();
    const parentId = await contract.node.sendRawTransaction(pay(coin));
    const child = paidCoin(parentId);
    const childRaw = payBack(child);
    const childId = await contract.node.sendRawTransaction(childRaw);
    await contract.mine();
    expect(await contract.node.getRawMempool()).toEqual([]);

    const next = contract.takeCoin();
    const oldId = await contract.node.sendRawTransaction(pay(next));
    const oldChild = paidCoin(oldId);
    const oldChildRaw = payBack(oldChild);
    const oldChildId = await contract.node.sendRawTransaction(oldChildRaw);
    // The replacement's fee must exceed the sum of the parent's and the child's fees.
    expect(await contract.codeOf(pay(next, 1_500n))).toBe(-26);
    // The fee is high enough but the signature is invalid, so the node must keep the original
    // payment.
    expect(
      await contract.codeOf(payee.spend([next], [{ ...miner, amountSats: COIN_SATS - 9_000n }])),
    ).toBe(-26);
    expect((await contract.node.getRawMempool()).toSorted()).toEqual(
      [oldId, oldChildId].toSorted(),
    );

    const newId = await contract.node.sendRawTransaction(pay(next, 3_000n));
    expect(await contract.node.getRawMempool()).toEqual([newId]);
    const template = await contract.node.getBlockTemplate();
    expect(template.transactions.map(({ txid }) => txid)).toEqual([newId]);
    expect(await contract.node.getTransaction(childId)).toBeDefined();
    expect(await contract.codeOf(oldChildRaw)).toBe(-25);
    await contract.mine();
  });

  test("a reorg returns payments of the disconnected blocks to the mempool", async () => {
    const early = await contract.node.sendRawTransaction(pay(contract.takeCoin()));
    const forkHeight = await contract.node.getBlockCount();
    await contract.mine();
    const child = paidCoin(early);
    const late = await contract.node.sendRawTransaction(payBack(child));
    await contract.mine();
    await contract.mine();
    const old = await Promise.all([1, 2, 3].map((step) => contract.hashAt(forkHeight + step)));
    const fork = await contract.hashAt(forkHeight);

    const branch = await contract.node.simulateReorg({
      depth: 3,
      extra: 2,
      address: payee.address,
    });

    expect(branch).toHaveLength(5);
    expect(await contract.node.getBlockCount()).toBe(forkHeight + 5);
    expect(
      await Promise.all([0, 1, 2, 3, 4, 5].map((step) => contract.hashAt(forkHeight + step))),
    ).toEqual([fork, ...branch]);
    expect(old.filter((hash) => branch.includes(hash))).toEqual([]);
    expect((await contract.node.getRawMempool()).toSorted()).toEqual([early, late].toSorted());
    // A disconnected block remains readable, because undoing it requires its data.
    expect((await contract.node.getBlock(old[0] ?? "")).hash).toBe(old[0]);
    const again = await contract.node.getBlock(await contract.mine());
    expect(again.transactions.map(({ txid }) => txid)).toEqual(
      expect.arrayContaining([early, late]),
    );
  });

  // Bitcoin Core caches a template for 5 s, even if the mempool changes.
  test.runIf(backend === "embedded")(
    "a replaced payment leaves the template immediately",
    async () => {
      const coin = contract.takeCoin();
      const inTemplate = async () =>
        (await contract.node.getBlockTemplate()).transactions.map(({ txid }) => txid);
      const oldId = await contract.node.sendRawTransaction(pay(coin));
      await contract.node.generateToAddress(1, payee.address);
      const spent = paidCoin(oldId);
      const first = await contract.node.sendRawTransaction(payBack(spent, 1_000n));
      expect(await inTemplate()).toEqual([first]);
      const second = await contract.node.sendRawTransaction(payBack(spent, 2_000n));
      expect(await inTemplate()).toEqual([second]);
      await contract.mine();
    },
  );
});
