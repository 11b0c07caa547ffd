/**
 * Tests that all backends behave alike: chain, payments, error codes, templates, blocks, and a
 * restart.
 */
import { describe, expect, test } from "vitest";
import { backends } from "../../test/support/chain/bitcoind.ts";
import { solveTemplate } from "../../test/support/chain/solve-template.ts";
import { GENESIS_HASHES } from "./networks.ts";
import { RpcError } from "./rpc-client.ts";
import { dustLimitSats } from "./scripts.ts";
import {
  COIN_SATS,
  contractNode,
  FEE_SATS,
  miner,
  paidCoin,
  pay,
  payBack,
  payee,
} from "./testing/contract-node.ts";
import { parseTransaction } from "./transaction.ts";

describe.each(backends)("a node ($backend)", (of) => {
  const { backend } = of;
  const contract = contractNode(of, 8);

  test("a node reports its backend, network, genesis block and tip", async () => {
    expect([contract.node.backend, contract.node.network]).toEqual([backend, "regtest"]);
    expect(await contract.node.getGenesisHash()).toBe(GENESIS_HASHES.regtest);
    expect(await contract.node.getSignetChallenge()).toBeUndefined();
    const height = await contract.node.getBlockCount();
    expect(await contract.node.getBlockHash(height)).toBe(await contract.node.getBestBlockHash());
    expect(await contract.node.getBlockHash(height + 1)).toBeUndefined();
    expect(await contract.node.getInfo()).toMatchObject({
      blocks: height,
      bestBlockHash: await contract.node.getBestBlockHash(),
    });
  });

  test("the subsidy is 50 BTC below block 150", async () => {
    const [first, second] = [await contract.hashAt(1), await contract.hashAt(2)];
    expect(await contract.node.getBlockHeader(second)).toMatchObject({
      hash: second,
      previousHash: first,
    });
    const block = await contract.node.getBlock(first);
    expect(block.previousHash).toBe(GENESIS_HASHES.regtest);
    expect(block.transactions[0]?.isCoinbase).toBe(true);
    expect(block.transactions[0]?.outputs[0]).toMatchObject({
      amountSats: COIN_SATS,
      scriptHex: miner.scriptHex,
    });
  });

  test("the raw block contains payments to every script kind", async () => {
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
    const coin = contract.takeCoin();
    const spent = payments.reduce((sum, { amountSats }) => sum + amountSats, FEE_SATS);
    const change = { scriptHex: miner.scriptHex, amountSats: coin.amountSats - spent };
    const raw = miner.spend([coin], [...payments, change]);

    const txid = await contract.node.sendRawTransaction(raw);
    expect(txid).toBe(parseTransaction(raw).txid);
    expect(await contract.node.getRawMempool()).toContain(txid);
    expect(await contract.node.getRawTransaction(txid)).toBe(raw);

    const hash = await contract.mine();
    const block = await contract.node.getBlock(hash);
    const ours = block.transactions.find((transaction) => transaction.txid === txid);
    expect(ours?.outputs.map(({ amountSats, scriptHex }) => ({ amountSats, scriptHex }))).toEqual([
      ...payments,
      change,
    ]);
    expect(await contract.node.getTransaction(txid, hash)).toEqual(ours);
    expect(block.merkleRoot).toBe((await contract.node.getBlockHeader(hash)).merkleRoot);
  });

  test("reading an unknown transaction returns undefined", async () => {
    expect(await contract.node.getRawTransaction("11".repeat(32))).toBeUndefined();
    await expect(contract.node.getBlock("11".repeat(32))).rejects.toBeInstanceOf(RpcError);
  });

  test("resending a transaction returns its txid, or -27 once it is in the chain", async () => {
    const raw = pay(contract.takeCoin());
    const txid = await contract.node.sendRawTransaction(raw);
    expect(await contract.node.sendRawTransaction(raw)).toBe(txid);
    await contract.mine();
    expect(await contract.codeOf(raw)).toBe(-27);
    const coin = paidCoin(txid);
    await contract.node.sendRawTransaction(payBack(coin));
    await contract.mine();
    expect(await contract.codeOf(raw)).toBe(-25);
  });

  test("rejected transactions have Bitcoin Core's error codes", async () => {
    const coin = contract.takeCoin();
    const unknown = { txid: "22".repeat(32), outputIndex: 0, amountSats: COIN_SATS };
    // Signed with the wrong key. The fee breaks no rule, so the node can only reject the signature.
    const foreign = payee.spend([coin], [{ ...payee, amountSats: COIN_SATS - FEE_SATS }]);
    expect(await contract.codeOf("00")).toBe(-22);
    expect(await contract.codeOf("not hex")).toBe(-22);
    // Sent twice. If the node had stored the payment as an orphan, the second response would be
    // "already known".
    expect(await contract.codeOf(pay(unknown))).toBe(-25);
    expect(await contract.codeOf(pay(unknown))).toBe(-25);
    expect(await contract.codeOf(foreign)).toBe(-26);
    expect(await contract.codeOf(miner.spend([coin], [{ ...payee, amountSats: 293n }]))).toBe(-26);
    expect(await contract.codeOf(pay(coin, 10n))).toBe(-26);
    const young = await contract.node.getBlock(await contract.node.getBestBlockHash());
    const coinbase = { ...coin, txid: young.transactions[0]?.txid ?? "" };
    expect(await contract.codeOf(pay(coinbase))).toBe(-26);
    expect(await contract.codeOf(pay(coin))).toBe("accepted");
  });

  test("a block that the node already has is rejected", async () => {
    const raw = await contract.node.getBlockRaw(await contract.node.getBestBlockHash());
    expect(await contract.node.submitBlock(raw)).toBe("duplicate");
    await expect(contract.node.submitBlock("00")).rejects.toMatchObject({ code: -22 });
  });

  test("a block solved from a template with payments becomes the tip", async () => {
    const txid = await contract.node.sendRawTransaction(pay(contract.takeCoin()));
    await contract.node.generateToAddress(1, miner.address);
    const next = await contract.node.sendRawTransaction(pay(contract.takeCoin()));
    const template = await contract.node.getBlockTemplate();
    expect(template.transactions.map((transaction) => transaction.txid)).toEqual([next]);
    const subsidy = COIN_SATS >> BigInt(Math.floor(template.height / 150));
    expect(template.coinbaseValueSats).toBe(subsidy + FEE_SATS);

    expect(await contract.node.submitBlock(solveTemplate(template, payee.scriptHex))).toBeNull();

    const block = await contract.node.getBlock(await contract.node.getBestBlockHash());
    expect(block.previousHash).toBe(template.previousHash);
    expect(block.transactions.map((transaction) => transaction.txid)).toContain(next);
    expect(block.transactions[0]?.outputs[0]).toMatchObject({
      scriptHex: payee.scriptHex,
      amountSats: subsidy + FEE_SATS,
    });
    expect(await contract.node.getTransaction(txid)).toBeDefined();
    // Solves the same template again, although the chain already has a block at this height.
    const late = await contract.node.submitBlock(solveTemplate(template, miner.scriptHex));
    expect([null, "inconclusive"]).toContain(late);
    expect(await contract.node.getBestBlockHash()).toBe(block.hash);
  });

  test("a long poll returns when a block arrives", async () => {
    const template = await contract.node.getBlockTemplate();
    expect(template).toMatchObject({
      height: (await contract.node.getBlockCount()) + 1,
      previousHash: await contract.node.getBestBlockHash(),
    });
    expect(template.witnessCommitmentScriptHex).toMatch(/^6a24aa21a9ed/);
    const { longPollId = "" } = template;
    const waiting = contract.node.getBlockTemplate({ longPollId });
    const hash = await contract.mine();
    expect((await waiting).previousHash).toBe(hash);
  });

  test("an empty regtest chain has no fee estimate", async () => {
    expect(await contract.node.estimateFeeRateSatsPerKvb(6)).toBeUndefined();
  });

  test("chain and mempool survive a restart", async () => {
    const parentId = await contract.node.sendRawTransaction(pay(contract.takeCoin()));
    const child = paidCoin(parentId);
    const childId = await contract.node.sendRawTransaction(payBack(child));
    const tip = await contract.node.getBestBlockHash();
    await contract.restart();
    expect(await contract.node.getBestBlockHash()).toBe(tip);
    expect((await contract.node.getRawMempool()).toSorted()).toEqual(
      [parentId, childId].toSorted(),
    );
  });
});
