import { describe, expect, test } from "vitest";
import { internalHash, merkleRoot, parseTransaction } from "#bitcoin";
import { template } from "../testing/template.ts";
import { REGTEST_GENESIS, WORKED } from "../testing/vectors.ts";
import { doubleHash } from "./double-hash.ts";
import { blockHex, coinbaseHeadFor, heightPush, jobFrom, notifyParams } from "./job.ts";

const payScriptHex = "0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1";
const plan = { serial: 7, bootNonce: Buffer.from("cafe0001", "hex"), payScriptHex };
const txid = (index: number) => index.toString(16).padStart(64, "0");

function coinbaseOf(job: ReturnType<typeof jobFrom>, variant = 0): Buffer {
  const extranonces = Buffer.from(WORKED.extranonce1 + WORKED.extranonce2, "hex");
  return Buffer.concat([coinbaseHeadFor(job, variant), extranonces, job.coinbaseTail]);
}

test.each([
  [1, "51"],
  [16, "60"],
  [17, "0111"],
  [127, "017f"],
  [128, "028000"],
  [32_767, "02ff7f"],
  [32_768, "03008000"],
  [8_388_608, "0400008000"],
])("BIP34: height %i is pushed as %s", (height, hex) => {
  expect(heightPush(height).toString("hex")).toBe(hex);
});

describe("a job built from a template", () => {
  test("a job pays the whole block reward to the treasury", () => {
    const value = 9_007_199_254_740_993n;
    const job = jobFrom(template({ coinbaseValueSats: value % 2_100_000_000_000_000n }), plan);
    const coinbase = parseTransaction(coinbaseOf(job).toString("hex"));
    expect(coinbase.isCoinbase).toBe(true);
    expect(coinbase.version).toBe(2);
    expect(coinbase.outputs).toEqual([
      { index: 0, amountSats: value % 2_100_000_000_000_000n, scriptHex: payScriptHex },
      { index: 1, amountSats: 0n, scriptHex: `6a24aa21a9ed${"11".repeat(32)}` },
    ]);
    const script = coinbase.inputs[0]?.scriptSigHex ?? "";
    expect(script).toMatch(/^0166142f48617368666c6f6f722fcafe000107000000000c/);
    expect(script.length / 2).toBeLessThanOrEqual(100);
  });

  test("without a witness commitment, the coinbase has a single output", () => {
    const job = jobFrom(template({ witnessCommitmentScriptHex: undefined }), plan);
    const coinbase = coinbaseOf(job);
    expect(parseTransaction(coinbase.toString("hex")).outputs).toHaveLength(1);
    const header = Buffer.alloc(80, 1);
    expect(blockHex(job, { header, coinbase })).toBe(
      `${header.toString("hex")}01${coinbase.toString("hex")}`,
    );
  });

  test("the coinbase witness of a block is 32 zero bytes", () => {
    const job = jobFrom(template(), plan);
    const coinbase = coinbaseOf(job);
    const raw = blockHex(job, { header: Buffer.alloc(80), coinbase }).slice(162);
    const parsed = parseTransaction(raw);
    expect(parsed.inputs[0]?.witness).toEqual(["00".repeat(32)]);
    expect(parsed.txid).toBe(parseTransaction(coinbase.toString("hex")).txid);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 100])(
    "the Merkle branches yield the root of %i transactions",
    (count) => {
      const transactions = Array.from({ length: count }, (_, index) => ({
        rawHex: "",
        txid: txid(index + 1),
        wtxid: txid(index + 5_000),
      }));
      const job = jobFrom(template({ transactions }), plan);
      let root = doubleHash(coinbaseOf(job));
      const first = Buffer.from(root.toReversed()).toString("hex");
      for (const branch of job.branches) root = doubleHash(Buffer.concat([root, branch]));
      const txids = [first, ...transactions.map((one) => one.txid)];
      expect(root).toEqual(internalHash(merkleRoot(txids)));
    },
  );

  test("the number of transactions is encoded in the shortest form", () => {
    const countIn = (transactions: number) =>
      blockHex(
        { hasWitness: false, transactions: Array<string>(transactions).fill("") },
        { header: Buffer.alloc(80), coinbase: Buffer.alloc(4) },
      ).slice(160, -8);
    expect([252, 253, 65_535, 65_536].map((count) => countIn(count - 1))).toEqual([
      "fc",
      "fdfd00",
      "fdffff",
      "fe00000100",
    ]);
  });

  test("a job's version contains no rolled bits", () => {
    expect(jobFrom(template({ version: 0x3fff_ffff }), plan).version).toBe(0x2000_1fff);
    expect(jobFrom(template({ version: 0x3000_0000 }), plan).version).toBe(0x2000_0000);
  });

  test("the parameters of mining.notify have Stratum's byte order", () => {
    const job = jobFrom(
      template({ transactions: [{ rawHex: "", txid: txid(1), wtxid: "" }] }),
      plan,
    );
    const { coinbaseHead } = job;
    const [id, previous, head, tail, branches, ...numbers] = notifyParams(job, {
      id: "700",
      coinbaseHead,
      isClean: true,
    });
    expect([id, previous]).toEqual(["700", WORKED.notifyPrevious]);
    expect(job.previousHash).toBe(REGTEST_GENESIS);
    expect(head).toBe(coinbaseHead.toString("hex"));
    expect(tail).toBe(job.coinbaseTail.toString("hex"));
    expect(branches).toEqual([internalHash(txid(1)).toString("hex")]);
    expect(numbers).toEqual(["20000000", "207fffff", "66000000", true]);
  });

  test("the coinbase bytes differ per variant, template and pool start", () => {
    const heads = [
      coinbaseHeadFor(jobFrom(template(), plan), 0),
      coinbaseHeadFor(jobFrom(template(), plan), 1),
      coinbaseHeadFor(jobFrom(template(), plan), 255),
      coinbaseHeadFor(jobFrom(template(), { ...plan, serial: 8 }), 0),
      coinbaseHeadFor(jobFrom(template(), { ...plan, bootNonce: Buffer.alloc(4) }), 0),
    ];
    expect(new Set(heads.map((head) => head.toString("hex"))).size).toBe(heads.length);
    expect(new Set(heads.map((head) => head.length)).size).toBe(1);
  });
});
