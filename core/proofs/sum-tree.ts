/**
 * A Merkle sum tree in the format of BitMEX's proof of liabilities. Each node commits to the sums
 * of both children, so that nobody can show two users different sums under one root. Leaves contain
 * no name: a user recognises a leaf only with the secret nonce of the account.
 *
 * Formats: integers are 8 bytes, big-endian. Sums are at least 0 and below 2^63.
 *
 *     sub-nonce = SHA-256(nonce || height || account number)
 *     leaf      = HMAC-SHA256(sub-nonce, value || index)
 *     parent    = SHA-256(left digest || left sum || right digest || right sum)
 *
 * Source: https://github.com/BitMEX/proof-of-reserves-liabilities
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

export const SUM_MAX = 2n ** 63n - 1n;
const DIGEST_BYTES = 32;
const INTEGER_BYTES = 8;
export const NODE_BYTES = DIGEST_BYTES + INTEGER_BYTES;
/** Depth of a tree of a billion leaves. A longer path is refused. */
const DEPTH_MAX = 30;

/** A digest of 32 bytes, and the sum of all leaves below it. */
export interface SumNode {
  readonly digest: Uint8Array;
  readonly sum: bigint;
}

/** The inputs of a leaf. Only its user and the platform know the nonce. */
export interface LeafSecret {
  /** 32 random bytes, which stay the same for all leaves of the user in one proof. */
  readonly nonce: Uint8Array;
  readonly accountNumber: bigint;
  /** Height of the block at which the balances were read. */
  readonly height: bigint;
  readonly value: bigint;
  /** Position of the leaf in the tree, from 0. */
  readonly index: bigint;
}

/** Throws RangeError if an integer is out of range or the nonce has another length. */
export function hashLeaf({ nonce, accountNumber, height, value, index }: LeafSecret): SumNode {
  if (nonce.length !== DIGEST_BYTES) throw new RangeError("a nonce has 32 bytes");
  const subNonce = sha256(concatBytes(nonce, integer(height), integer(accountNumber)));
  return {
    digest: hmac(sha256, subNonce, concatBytes(integer(value), integer(index))),
    sum: value,
  };
}

/** Throws RangeError if the sum is 2^63 or more. */
function joinNodes(left: SumNode, right: SumNode): SumNode {
  const digest = sha256(
    concatBytes(left.digest, integer(left.sum), right.digest, integer(right.sum)),
  );
  const sum = left.sum + right.sum;
  assertSum(sum);
  return { digest, sum };
}

/**
 * All levels of a tree, the leaves first and the root last. The leaves are padded with zero leaves
 * to a power of two. Nodes are stored in flat arrays, because objects need four times the memory.
 */
export interface SumTree {
  readonly levels: readonly Level[];
}

export interface Level {
  /** Digest and sum of each node, 40 bytes. */
  readonly bytes: Uint8Array;
}

/** Throws RangeError if there are no leaves or the total is 2^63 or more. */
export function buildSumTree(leaves: readonly SumNode[]): SumTree {
  const steps = sumTreeSteps(leaves.length, (index) => leaves[index]);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Number of hashed nodes between two pauses: less than a millisecond of work. */
const STEP_NODES = 64;

/**
 * Builds a tree in short steps, so that the caller can do other work in between. `leafAt` returns
 * undefined for a zero leaf. Throws the errors of `buildSumTree`.
 */
export function* sumTreeSteps(
  count: number,
  leafAt: (index: number) => SumNode | undefined,
): Generator<void, SumTree> {
  if (count === 0) throw new RangeError("a tree has at least one leaf");
  const width = 2 ** Math.ceil(Math.log2(count));
  const bytes = new Uint8Array(width * NODE_BYTES);
  for (let index = 0; index < count; index += 1) {
    const leaf = leafAt(index);
    if (leaf) writeNode(bytes, index, leaf);
    if (index % STEP_NODES === 0) yield;
  }
  const levels: Level[] = [{ bytes }];
  for (let level = levels[0]; level && countOf(level) > 1; level = levels.at(-1))
    levels.push(yield* parentSteps(level));
  return { levels };
}

function* parentSteps(level: Level): Generator<void, Level> {
  const count = countOf(level) / 2;
  const bytes = new Uint8Array(count * NODE_BYTES);
  for (let index = 0; index < count; index += 1) {
    writeNode(bytes, index, joinNodes(readNode(level, 2 * index), readNode(level, 2 * index + 1)));
    if (index % STEP_NODES === 0) yield;
  }
  return { bytes };
}

export function rootOf({ levels }: SumTree): SumNode {
  const root = levels.at(-1);
  if (!root) throw new RangeError("a tree has a root");
  return readNode(root, 0);
}

/** Returns the siblings on the way from the leaf to the root. */
export function inclusionOf({ levels }: SumTree, index: number): SumNode[] {
  return levels.slice(0, -1).map((level, depth) => readNode(level, (index >> depth) ^ 1));
}

/** The reason why a leaf is not proven. */
export type InclusionFault =
  /** An integer is negative, or 2^63 or more. */
  | "out of range"
  /** The index does not fit the length of the path, or the path is too long. */
  | "wrong index"
  /** The sums on the path do not lead to the total of the root. */
  | "wrong sum"
  /** The digests on the path do not lead to the root. */
  | "wrong root";

/** Returns why the leaf is not in the tree with this root, or undefined if it is. */
export function checkInclusion(
  secret: LeafSecret,
  siblings: readonly SumNode[],
  root: SumNode,
): InclusionFault | undefined {
  if (siblings.length > DEPTH_MAX) return "wrong index";
  // Digests of another length could shift bytes between a digest and a sum.
  if (siblings.some(({ digest }) => digest.length !== DIGEST_BYTES)) return "wrong root";
  if (secret.index < 0n || secret.index >= 2n ** BigInt(siblings.length)) return "wrong index";
  let node: SumNode;
  try {
    node = hashLeaf(secret);
    for (const [depth, sibling] of siblings.entries()) {
      const isRight = ((secret.index >> BigInt(depth)) & 1n) === 1n;
      node = isRight ? joinNodes(sibling, node) : joinNodes(node, sibling);
    }
  } catch (error) {
    if (error instanceof RangeError) return "out of range";
    throw error;
  }
  if (node.sum !== root.sum) return "wrong sum";
  return isSame(node.digest, root.digest) ? undefined : "wrong root";
}

function countOf({ bytes }: Level): number {
  return bytes.length / NODE_BYTES;
}

/** Returns the node at this position of a level, or of a part of a level. */
export function readNode({ bytes }: Level, index: number): SumNode {
  const at = index * NODE_BYTES;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + DIGEST_BYTES, INTEGER_BYTES);
  return { digest: bytes.subarray(at, at + DIGEST_BYTES), sum: view.getBigUint64(0) };
}

function writeNode(bytes: Uint8Array, index: number, { digest, sum }: SumNode): void {
  bytes.set(digest, index * NODE_BYTES);
  bytes.set(integer(sum), index * NODE_BYTES + DIGEST_BYTES);
}

function integer(value: bigint): Uint8Array {
  assertSum(value);
  const bytes = new Uint8Array(INTEGER_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

function assertSum(value: bigint): void {
  if (value < 0n || value > SUM_MAX) throw new RangeError(`${value} is not below 2^63`);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
