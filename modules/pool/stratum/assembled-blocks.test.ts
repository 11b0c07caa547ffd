/** Tests that real nodes accept blocks assembled from shares, starting at height 1. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openNode, type OpenedNode } from "#bitcoin";
import { silentLog } from "#platform";
import { bitcoinKey, type Coin } from "../../../test/support/chain/bitcoin-key.ts";
import { backends } from "../../../test/support/chain/bitcoind.ts";
import { length } from "../../../test/support/seeds.ts";
import { targetBytes } from "./difficulty.ts";
import { blockHex, coinbaseHeadFor, jobFrom, ROLLED_BITS } from "./job.ts";
import { judgeShare, type SentJob, type Solved } from "./judge-share.ts";

const miner = bitcoinKey(1);
const payee = bitcoinKey(2);
const HIGHEST = length(18, 300);
const ANY_HASH = targetBytes((1n << 256n) - 1n);
const TEST_MS_MAX = 300_000;

describe.each(backends)("$backend", ({ backend, searchPath }) => {
  const dataDir = mkdtempSync(join(tmpdir(), `hashfloor-blocks-${backend}-`));
  let node: OpenedNode;
  let serial = 0;

  beforeAll(async () => {
    node = await openNode({ dataDir, network: "regtest", searchPath, log: silentLog });
  });
  afterAll(async () => {
    await node.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Finds a share of the template that is also a block, with rolled version bits. */
  async function findBlock() {
    const template = await node.getBlockTemplate();
    serial += 1;
    const bootNonce = Buffer.from("b0071234", "hex");
    const job = jobFrom(template, { serial, bootNonce, payScriptHex: miner.scriptHex });
    const variant = serial % 3;
    const sent: SentJob = {
      id: "1",
      job,
      variant,
      micros: 1,
      sentAtMs: 0,
      target: ANY_HASH,
      coinbaseHead: coinbaseHeadFor(job, variant),
    };
    let solved: Solved | undefined;
    for (let nonce = 0; !solved?.isBlock; nonce += 1) {
      const versionBits = ((nonce * 0x2000) & ROLLED_BITS) >>> 0;
      const verdict = judgeShare({
        sent,
        versionMask: ROLLED_BITS,
        nowMs: template.currentTimeSeconds * 1_000,
        extranonce1: Buffer.from("00000001", "hex"),
        nonces: {
          nonce,
          versionBits,
          timeSeconds: template.currentTimeSeconds,
          extranonce2: Buffer.alloc(8, nonce),
        },
        isSeen: () => false,
      });
      if (verdict.kind === "accepted") solved = verdict;
    }
    const hash = Buffer.from(solved.hash.toReversed()).toString("hex");
    return { job, hash, raw: blockHex(job, solved) };
  }

  async function mine(): Promise<Coin> {
    const { job, hash, raw } = await findBlock();
    expect([job.height, await node.submitBlock(raw)]).toEqual([job.height, null]);
    expect(await node.getBestBlockHash()).toBe(hash);
    const [coinbase] = (await node.getBlock(hash)).transactions;
    return { txid: coinbase?.txid ?? "", outputIndex: 0, amountSats: job.coinbaseValueSats };
  }

  test(
    "blocks are valid at each height and after a reorg",
    async () => {
      const coins: Coin[] = [];
      for (let height = 1; height <= HIGHEST; height += 1) coins.push(await mine());
      const missing = Math.max(0, 110 - HIGHEST);
      if (missing > 0) await node.generateToAddress(missing, payee.address);
      for (let count = 1; count <= 4; count += 1) {
        for (const coin of coins.splice(0, count)) {
          const amountSats = coin.amountSats - 1_000n * BigInt(count);
          await node.sendRawTransaction(miner.spend([coin], [{ ...payee, amountSats }]));
        }
        const { job, raw } = await findBlock();
        expect(await node.submitBlock(raw)).toBeNull();
        expect(job.transactions).toHaveLength(count);
      }
      const stale = await findBlock();
      await node.simulateReorg({ depth: 3, address: payee.address });
      await mine();
      const tip = await node.getBestBlockHash();
      await node.submitBlock(stale.raw);
      expect(await node.getBestBlockHash()).toBe(tip);
    },
    TEST_MS_MAX,
  );
});
