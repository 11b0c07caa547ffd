/**
 * Checks a leaf of a sum tree independently of `core/proofs`, with Node's own hashes. It shares no
 * code with the product, so that both must accept the same proofs.
 */
import { createHash, createHmac } from "node:crypto";

export interface OracleNode {
  readonly digest: Uint8Array;
  readonly sum: bigint;
}

export interface OracleLeaf {
  readonly nonce: Uint8Array;
  readonly accountNumber: bigint;
  readonly height: bigint;
  readonly value: bigint;
  readonly index: bigint;
}

const LIMIT = 2n ** 63n;

/** Returns whether the path proves the leaf. */
export function isIncluded(
  { nonce, accountNumber, height, value, index }: OracleLeaf,
  path: readonly OracleNode[],
  root: OracleNode,
): boolean {
  const numbers = [accountNumber, height, value, index, ...path.map(({ sum }) => sum)];
  if (numbers.some((one) => one < 0n || one >= LIMIT) || nonce.length !== 32) return false;
  if (path.length > 30 || index >> BigInt(path.length) !== 0n) return false;
  const sub = createHash("sha256").update(nonce).update(hex(height), "hex");
  const key = sub.update(hex(accountNumber), "hex").digest();
  let digest = createHmac("sha256", key)
    .update(hex(value) + hex(index), "hex")
    .digest("hex");
  let sum = value;
  for (const [depth, sibling] of path.entries()) {
    if (sibling.digest.length !== 32) return false;
    const own = digest + hex(sum);
    const other = Buffer.from(sibling.digest).toString("hex") + hex(sibling.sum);
    const isLeft = ((index >> BigInt(depth)) & 1n) === 0n;
    digest = createHash("sha256")
      .update(isLeft ? own + other : other + own, "hex")
      .digest("hex");
    sum += sibling.sum;
    if (sum >= LIMIT) return false;
  }
  return sum === root.sum && digest === Buffer.from(root.digest).toString("hex");
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, "0");
}
