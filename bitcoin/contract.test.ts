/**
 * What every backend must do alike, run against the embedded node and, where `bitcoind` is on PATH, against Bitcoin Core.
 * Without it that backend is not declared at all, and a line says so.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bitcoinKey, type Coin } from "../test/support/bitcoin-key.ts";
import { solveTemplate } from "../test/support/solve-template.ts";
import { GENESIS_HASHES } from "./networks.ts";
import { findBitcoind } from "./managed-core.ts";
import { merkleProof, verifyMerkleProof } from "./merkle.ts";
import { openNode, type OpenedNode, type OpenNodePlan } from "./open-node.ts";
import { RpcError } from "./rpc-client.ts";
import { dustLimitSats } from "./scripts.ts";
import { parseTransaction } from "./transaction.ts";

const PATH = process.env["PATH"] ?? "";
const backends = [{ backend: "embedded", searchPath: "" }];
if (findBitcoind(PATH)) backends.push({ backend: "managed", searchPath: PATH });
else process.stdout.write("bitcoind is not on PATH: the contract runs on the embedded node only\n");

const COIN_SATS = 5_000_000_000n;
const FEE_SATS = 1_000n;
const MATURE_COINS = 16;
const miner = bitcoinKey(1);
const payee = bitcoinKey(2);

/** The whole coin to the payee, less the fee. */
const pay = (coin: Coin, feeSats = FEE_SATS): string =>
  miner.spend([coin], [{ ...payee, amountSats: coin.amountSats - feeSats }]);

describe.each(backends)("a node ($backend)", ({ backend, searchPath }) => {
  const dataDir = mkdtempSync(join(tmpdir(), `hashfloor-contract-${backend}-`));
  const plan: OpenNodePlan = { dataDir, network: "regtest", searchPath, log: silentLog };
  let node: OpenedNode;
  const coins: Coin[] = [];

  beforeAll(async () => {
    node = await openNode(plan);
    await node.generateToAddress(100 + MATURE_COINS, miner.address);
    for (let height = 1; height <= MATURE_COINS; height += 1) {
      const block = await node.getBlock(await hashAt(height));
      const txid = block.transactions[0]?.txid ?? "";
      coins.push({ txid, outputIndex: 0, amountSats: COIN_SATS });
    }
  });
  afterAll(async () => {
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const takeCoin = (): Coin => {
    const coin = coins.shift();
    if (!coin) throw new Error("no coin left: raise MATURE_COINS");
    return coin;
  };
  const hashAt = async (height: number): Promise<string> => (await node.getBlockHash(height)) ?? "";
  const mine = async (): Promise<string> => {
    const [hash = ""] = await node.generateToAddress(1, miner.address);
    return hash;
  };
  const codeOf = (rawHex: string): Promise<unknown> =>
    node.sendRawTransaction(rawHex).then(
      () => "accepted",
      (error: unknown) => (error instanceof RpcError ? error.code : error),
    );

  test("tells its backend, network, genesis and tip", async () => {
    expect([node.backend, node.network]).toEqual([backend, "regtest"]);
    expect(await node.getGenesisHash()).toBe(GENESIS_HASHES.regtest);
    expect(await node.getSignetChallenge()).toBeUndefined();
    const height = await node.getBlockCount();
    expect(await node.getBlockHash(height)).toBe(await node.getBestBlockHash());
    expect(await node.getBlockHash(height + 1)).toBeUndefined();
    expect(await node.getInfo()).toMatchObject({
      blocks: height,
      bestBlockHash: await node.getBestBlockHash(),
    });
  });

  test("headers and blocks chain up, and the subsidy is 50 BTC below block 150", async () => {
    const [first, second] = [await hashAt(1), await hashAt(2)];
    expect(await node.getBlockHeader(second)).toMatchObject({ hash: second, previousHash: first });
    const block = await node.getBlock(first);
    expect(block.previousHash).toBe(GENESIS_HASHES.regtest);
    expect(block.transactions[0]?.isCoinbase).toBe(true);
    expect(block.transactions[0]?.outputs[0]).toMatchObject({
      amountSats: COIN_SATS,
      scriptHex: miner.scriptHex,
    });
  });

  test("pays every kind of script, and proves a payment from the raw block", async () => {
    const scripts = {
      p2wpkh: payee.scriptHex,
      p2wsh: `0020${"11".repeat(32)}`,
      p2tr: "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      p2sh: `a914${"22".repeat(20)}87`,
      p2pkh: `76a914${"33".repeat(20)}88ac`,
    } as const;
    const payments = (Object.keys(scripts) as (keyof typeof scripts)[]).map((kind) => ({
      scriptHex: scripts[kind],
      amountSats: dustLimitSats(kind),
    }));
    const coin = takeCoin();
    const spent = payments.reduce((sum, { amountSats }) => sum + amountSats, FEE_SATS);
    const change = { scriptHex: miner.scriptHex, amountSats: coin.amountSats - spent };
    const raw = miner.spend([coin], [...payments, change]);

    const txid = await node.sendRawTransaction(raw);
    expect(txid).toBe(parseTransaction(raw).txid);
    expect(await node.getRawMempool()).toContain(txid);
    expect(await node.getRawTransaction(txid)).toBe(raw);

    const hash = await mine();
    const block = await node.getBlock(hash);
    const found = block.transactions.find((transaction) => transaction.txid === txid);
    expect(found?.outputs.map(({ amountSats, scriptHex }) => ({ amountSats, scriptHex }))).toEqual([
      ...payments,
      change,
    ]);
    expect(await node.getTransaction(txid, hash)).toEqual(found);
    const proof = merkleProof(
      block.transactions.map((transaction) => transaction.txid),
      txid,
    );
    expect(proof && verifyMerkleProof(proof)).toBe(true);
    expect(proof?.merkleRoot).toBe((await node.getBlockHeader(hash)).merkleRoot);
  });

  test("an unknown transaction is undefined, an unknown block an error", async () => {
    expect(await node.getRawTransaction("11".repeat(32))).toBeUndefined();
    await expect(node.getBlock("11".repeat(32))).rejects.toBeInstanceOf(RpcError);
  });

  test("sending again: the txid from the mempool, -27 from the chain, -25 once its outputs are spent", async () => {
    const raw = pay(takeCoin());
    const txid = await node.sendRawTransaction(raw);
    expect(await node.sendRawTransaction(raw)).toBe(txid);
    await mine();
    expect(await codeOf(raw)).toBe(-27);
    const coin = { txid, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    await node.sendRawTransaction(
      payee.spend([coin], [{ scriptHex: miner.scriptHex, amountSats: coin.amountSats - FEE_SATS }]),
    );
    await mine();
    expect(await codeOf(raw)).toBe(-25);
  });

  test("refusals have the codes of Bitcoin Core", async () => {
    const coin = takeCoin();
    const unknown = { txid: "22".repeat(32), outputIndex: 0, amountSats: COIN_SATS };
    // Signed with another key than the coin's, and with a fee no rule objects to.
    const foreign = payee.spend([coin], [{ ...payee, amountSats: COIN_SATS - FEE_SATS }]);
    expect(await codeOf("00")).toBe(-22);
    expect(await codeOf("not hex")).toBe(-22);
    // Twice: it must not be remembered as an orphan that is "already known".
    expect(await codeOf(pay(unknown))).toBe(-25);
    expect(await codeOf(pay(unknown))).toBe(-25);
    expect(await codeOf(foreign)).toBe(-26);
    expect(await codeOf(miner.spend([coin], [{ ...payee, amountSats: 293n }]))).toBe(-26);
    expect(await codeOf(pay(coin, 10n))).toBe(-26);
    const young = await node.getBlock(await node.getBestBlockHash());
    const coinbase = { ...coin, txid: young.transactions[0]?.txid ?? "" };
    expect(await codeOf(pay(coinbase))).toBe(-26);
    expect(await codeOf(pay(coin))).toBe("accepted");
  });

  test("replacement: a higher feerate alone or a higher fee alone is not enough", async () => {
    const coin = takeCoin();
    const original = pay(coin, 1_000n);
    const size = BigInt(parseTransaction(original).virtualSizeBytes);
    await node.sendRawTransaction(original);
    expect(await codeOf(pay(coin, 1_000n + size - 1n))).toBe(-26);
    const bulky = Array.from({ length: 40 }, () => ({ ...payee, amountSats: 100_000_000n }));
    const rest = { ...payee, amountSats: COIN_SATS - 4_000_000_000n - 2_600n };
    // 1.9 sat/vB against the original's 9: it pays more in all and less per byte.
    expect(await codeOf(miner.spend([coin], [...bulky, rest]))).toBe(-26);
    expect(await node.getRawMempool()).toContain(parseTransaction(original).txid);

    const winner = pay(coin, 1_000n + size);
    expect(await codeOf(winner)).toBe("accepted");
    const mempool = await node.getRawMempool();
    expect(mempool).toContain(parseTransaction(winner).txid);
    expect(mempool).not.toContain(parseTransaction(original).txid);
  });

  test("replacement takes the children with it, and a template never shows the old ones", async () => {
    const coin = takeCoin();
    const parentId = await node.sendRawTransaction(pay(coin));
    const child = { txid: parentId, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    const childRaw = payee.spend([child], [{ ...miner, amountSats: child.amountSats - FEE_SATS }]);
    const childId = await node.sendRawTransaction(childRaw);
    await mine();
    expect(await node.getRawMempool()).toEqual([]);

    const next = takeCoin();
    const oldId = await node.sendRawTransaction(pay(next));
    const oldChild = { txid: oldId, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    const oldChildRaw = payee.spend(
      [oldChild],
      [{ ...miner, amountSats: oldChild.amountSats - FEE_SATS }],
    );
    const oldChildId = await node.sendRawTransaction(oldChildRaw);
    // Both fees must be paid for, not the parent's alone.
    expect(await codeOf(pay(next, 1_500n))).toBe(-26);
    // Valid by its fee, invalid by its signature: everything stays as it was.
    expect(await codeOf(payee.spend([next], [{ ...miner, amountSats: COIN_SATS - 9_000n }]))).toBe(
      -26,
    );
    expect((await node.getRawMempool()).toSorted()).toEqual([oldId, oldChildId].toSorted());

    const newId = await node.sendRawTransaction(pay(next, 3_000n));
    expect(await node.getRawMempool()).toEqual([newId]);
    const template = await node.getBlockTemplate();
    expect(template.transactions.map(({ txid }) => txid)).toEqual([newId]);
    expect(await node.getTransaction(childId)).toBeDefined();
    expect(await codeOf(oldChildRaw)).toBe(-25);
    await mine();
  });

  test("a reorganisation: the old blocks are off the chain, their payments back in the mempool", async () => {
    const early = await node.sendRawTransaction(pay(takeCoin()));
    const forkHeight = await node.getBlockCount();
    await mine();
    const child = { txid: early, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    const late = await node.sendRawTransaction(
      payee.spend([child], [{ ...miner, amountSats: child.amountSats - FEE_SATS }]),
    );
    await mine();
    await mine();
    const old = await Promise.all([1, 2, 3].map((step) => hashAt(forkHeight + step)));
    const fork = await hashAt(forkHeight);

    const branch = await node.simulateReorg({ depth: 3, extra: 2, address: payee.address });

    expect(branch).toHaveLength(5);
    expect(await node.getBlockCount()).toBe(forkHeight + 5);
    expect(await Promise.all([0, 1, 2, 3, 4, 5].map((step) => hashAt(forkHeight + step)))).toEqual([
      fork,
      ...branch,
    ]);
    expect(old.filter((hash) => branch.includes(hash))).toEqual([]);
    expect((await node.getRawMempool()).toSorted()).toEqual([early, late].toSorted());
    // The disconnected blocks can still be read, which is what undoing them needs.
    expect((await node.getBlock(old[0] ?? "")).hash).toBe(old[0]);
    const again = await node.getBlock(await mine());
    expect(again.transactions.map(({ txid }) => txid)).toEqual(
      expect.arrayContaining([early, late]),
    );
  });

  test("a block that is known or not a block", async () => {
    const raw = await node.getBlockRaw(await node.getBestBlockHash());
    expect(await node.submitBlock(raw)).toBe("duplicate");
    await expect(node.submitBlock("00")).rejects.toMatchObject({ code: -22 });
  });

  test("a block solved from the template, with payments in it, becomes the tip", async () => {
    const txid = await node.sendRawTransaction(pay(takeCoin()));
    await node.generateToAddress(1, miner.address);
    const next = await node.sendRawTransaction(pay(takeCoin()));
    const template = await node.getBlockTemplate();
    expect(template.transactions.map((transaction) => transaction.txid)).toEqual([next]);
    const subsidy = COIN_SATS >> BigInt(Math.floor(template.height / 150));
    expect(template.coinbaseValueSats).toBe(subsidy + FEE_SATS);

    expect(await node.submitBlock(solveTemplate(template, payee.scriptHex))).toBeNull();

    const block = await node.getBlock(await node.getBestBlockHash());
    expect(block.previousHash).toBe(template.previousHash);
    expect(block.transactions.map((transaction) => transaction.txid)).toContain(next);
    expect(block.transactions[0]?.outputs[0]).toMatchObject({
      scriptHex: payee.scriptHex,
      amountSats: subsidy + FEE_SATS,
    });
    expect(await node.getTransaction(txid)).toBeDefined();
    // The same template again: its place on the chain is taken.
    const late = await node.submitBlock(solveTemplate(template, miner.scriptHex));
    expect([null, "inconclusive"]).toContain(late);
    expect(await node.getBestBlockHash()).toBe(block.hash);
  });

  // Bitcoin Core keeps a template for 5 s whatever the mempool does.
  test.runIf(backend === "embedded")("a replacement leaves the template at once", async () => {
    const coin = takeCoin();
    const inTemplate = async () =>
      (await node.getBlockTemplate()).transactions.map(({ txid }) => txid);
    const oldId = await node.sendRawTransaction(pay(coin));
    await node.generateToAddress(1, payee.address);
    const spent = { txid: oldId, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    const payBack = (feeSats: bigint) =>
      payee.spend([spent], [{ ...miner, amountSats: spent.amountSats - feeSats }]);
    const first = await node.sendRawTransaction(payBack(1_000n));
    expect(await inTemplate()).toEqual([first]);
    const second = await node.sendRawTransaction(payBack(2_000n));
    expect(await inTemplate()).toEqual([second]);
    await mine();
  });

  test("a long poll ends when a block comes", async () => {
    const template = await node.getBlockTemplate();
    expect(template).toMatchObject({
      height: (await node.getBlockCount()) + 1,
      previousHash: await node.getBestBlockHash(),
    });
    expect(template.witnessCommitmentScriptHex).toMatch(/^6a24aa21a9ed/);
    const { longPollId = "" } = template;
    const waiting = node.getBlockTemplate({ longPollId });
    const hash = await mine();
    expect((await waiting).previousHash).toBe(hash);
  });

  test("no estimate of a fee on an empty regtest", async () => {
    expect(await node.estimateFeeRateSatsPerKvb(6)).toBeUndefined();
  });

  test("chain and mempool survive a restart", async () => {
    const parentId = await node.sendRawTransaction(pay(takeCoin()));
    const child = { txid: parentId, outputIndex: 0, amountSats: COIN_SATS - FEE_SATS };
    const childId = await node.sendRawTransaction(
      payee.spend([child], [{ ...miner, amountSats: child.amountSats - FEE_SATS }]),
    );
    const tip = await node.getBestBlockHash();
    await node.stop();
    node = await openNode(plan);
    expect(await node.getBestBlockHash()).toBe(tip);
    expect((await node.getRawMempool()).toSorted()).toEqual([parentId, childId].toSorted());
  });
});
