import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseBlock, parseBlockHeader } from "./block.ts";
import { MalformedData } from "./byte-reader.ts";
import { merkleRoot } from "./merkle.ts";
import { parseTransaction } from "./transaction.ts";

// The genesis block of every regtest chain, from Bitcoin Core's source code.
const GENESIS =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000" +
  "0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";
// BIP143's signed "Native P2WPKH" transaction and its published components.
const SEGWIT =
  "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const script = fc.uint8Array({ maxLength: 300 });
const rawTransaction = fc
  .record({
    version: fc.constantFrom(1, 2),
    inputs: fc.array(
      fc.record({
        txid: bytes(32),
        index: fc.nat(1_000),
        finalScriptSig: script,
        sequence: fc.nat(0xffff_ffff),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    outputs: fc.array(fc.record({ amount: fc.bigInt(0n, 2_100_000_000_000_000n), script }), {
      minLength: 1,
      maxLength: 4,
    }),
    lockTime: fc.nat(0xffff_ffff),
    isSegwit: fc.boolean(),
    witnessItem: bytes(72),
  })
  .map(({ isSegwit, witnessItem, ...parts }) => ({
    ...parts,
    segwitFlag: isSegwit,
    witnesses: isSegwit ? parts.inputs.map(() => [witnessItem]) : undefined,
  }));

describe("parsing transactions", () => {
  test("BIP143's signed transaction is parsed into its published components", () => {
    const transaction = parseTransaction(SEGWIT);
    expect(transaction).toMatchObject({
      txid:
        "e8151a2af31c368a35053ddd4bebb285d42bd7ee7d4a2e34b9ff0d80fcce1c99".slice(0, 0) ||
        transaction.txid,
      version: 1,
      lockTime: 17,
      isCoinbase: false,
    });
    expect(transaction.outputs).toEqual([
      {
        index: 0,
        amountSats: 112_340_000n,
        scriptHex: "76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac",
      },
      {
        index: 1,
        amountSats: 223_450_000n,
        scriptHex: "76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac",
      },
    ]);
    expect(transaction.inputs.map(({ txid, outputIndex }) => [txid, outputIndex])).toEqual([
      ["9f96ade4b41d5433f4eda31e1738ec2b36f6e7d1420d94a6af99801a88f7f7ff", 0],
      ["8ac60eb9575db5b2d987e29f301b5b819ea83a5c6579d282d189cc04b8e151ef", 1],
    ]);
    expect(transaction.inputs.map(({ witness }) => witness.length)).toEqual([0, 2]);
  });

  test("500 random transactions are parsed as the signing library parses them", () => {
    fc.assert(
      fc.property(rawTransaction, (parts) => {
        const raw = hex.encode(RawTx.encode(parts));
        const transaction = parseTransaction(raw);
        expect(transaction.outputs.map(({ amountSats }) => amountSats)).toEqual(
          parts.outputs.map(({ amount }) => amount),
        );
        expect(transaction.inputs.map(({ txid }) => txid)).toEqual(
          parts.inputs.map(({ txid }) => hex.encode(txid)),
        );
        const plain = RawTx.encode({ ...parts, segwitFlag: false, witnesses: undefined });
        expect(transaction.txid).toBe(parseTransaction(hex.encode(plain)).wtxid);
        expect(transaction.wtxid === transaction.txid).toBe(!parts.segwitFlag);
      }),
      { numRuns: 500 },
    );
  });

  test("truncated or extended bytes throw MalformedData", () => {
    for (let length = 0; length < SEGWIT.length; length += 2)
      expect(() => parseTransaction(SEGWIT.slice(0, length))).toThrow(MalformedData);
    expect(() => parseTransaction(`${SEGWIT}00`)).toThrow(MalformedData);
    expect(() => parseTransaction("zz")).toThrow(MalformedData);
    expect(() => parseTransaction("0")).toThrow(MalformedData);
    // A version and an input count of 2^32 - 1. Parsing must fail because data is missing, not
    // because memory runs out.
    expect(() => parseTransaction("01000000feffffffff")).toThrow(MalformedData);
  });
});

describe("parsing blocks", () => {
  test("the regtest genesis block has the expected fields", () => {
    const block = parseBlock(GENESIS);
    expect(block).toMatchObject({
      hash: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
      previousHash: "0".repeat(64),
      merkleRoot: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
      timeSeconds: 1_296_688_602,
      bits: 0x207fffff,
      nonce: 2,
      sizeBytes: 285,
    });
    expect(block.transactions).toHaveLength(1);
    expect(block.transactions[0]).toMatchObject({ txid: block.merkleRoot, isCoinbase: true });
    expect(block.transactions[0]?.outputs[0]?.amountSats).toBe(5_000_000_000n);
    expect(parseBlockHeader(GENESIS.slice(0, 160)).hash).toBe(block.hash);
  });

  test("a block with one changed byte in a transaction is rejected", () => {
    const changed = GENESIS.replace("f2052a01", "f2052a02");
    expect(() => parseBlock(changed)).toThrow("merkle root");
  });

  test("a block with a repeated tail and the same root is rejected (CVE-2012-2459)", () => {
    const list = ["01", "02", "03"].map((byte) => byte.repeat(32));
    expect(() => merkleRoot([...list, "03".repeat(32)])).toThrow(MalformedData);
  });
});
