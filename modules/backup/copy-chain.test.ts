/** Tests that a copied chain is either restored completely and in order, or refused. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { GENESIS_HASHES, internalHash } from "#bitcoin";
import { proveChain } from "./copy-chain.ts";

function hash256(bytes: Buffer): Buffer {
  const inner = createHash("sha256").update(bytes).digest();
  return createHash("sha256").update(inner).digest();
}

/** Returns blocks that contain only a coinbase. */
function chain(length: number): readonly string[] {
  let previous = internalHash(GENESIS_HASHES.regtest);
  return Array.from({ length }, (_, before) => {
    const coinbase = Buffer.from(
      `0100000001${"00".repeat(32)}ffffffff0200${(before + 1).toString(16).padStart(2, "0")}` +
        `ffffffff010000000000000000015100000000`,
      "hex",
    );
    const header = Buffer.concat([
      Buffer.from("00000020", "hex"),
      previous,
      hash256(coinbase),
      Buffer.alloc(12),
    ]);
    previous = hash256(header);
    return Buffer.concat([header, Buffer.from([1]), coinbase]).toString("hex");
  });
}

const packed = (lines: readonly string[]): Buffer =>
  gzipSync(lines.map((line) => `${line}\n`).join(""));

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 100) yield bytes.subarray(from, from + 100);
}

const prove = (bytes: Buffer, blocks: number) => proveChain(chunks(bytes), blocks);
const blocks = chain(4);
const [first = "", second = "", third = "", fourth = ""] = blocks;

test("a complete chain is accepted, even with zero blocks", async () => {
  await expect(prove(packed(blocks), 4)).resolves.toBeUndefined();
  await expect(prove(packed([]), 0)).resolves.toBeUndefined();
});

test.each([
  ["one block is missing", [first, third, fourth], 3, /^Block 2 of the copy does not follow/],
  ["the first block is missing", [second, third], 2, /^Block 1 of the copy does not follow/],
  [
    "the last block is missing",
    [first, second, third],
    4,
    /^Only 3 of the chain's 4 blocks could be restored/,
  ],
  ["two blocks are swapped", [first, third, second], 3, /^Block 2 of the copy does not follow/],
  ["one block is cut off", [first, second.slice(0, -2), third], 3, /^Block 2 could not be read/],
] as const)("a chain is refused if %s", async (_, lines, count, refusal) => {
  await expect(prove(packed(lines), count)).rejects.toThrow(refusal);
});

test("a truncated archive is refused", async () => {
  await expect(prove(packed(blocks).subarray(0, -9), 4)).rejects.toThrow("unexpected end of file");
});
