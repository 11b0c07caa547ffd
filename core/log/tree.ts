/**
 * The Merkle tree of a log as in RFC 6962, section 2. A node is complete if it has 2^level leaves
 * below it. Complete nodes never change when the log grows, so they can be stored. Every root and
 * proof is computed from complete nodes.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

export type Hash = Uint8Array;

const HASH_BYTES = 32;
/** Largest size of a log that is accepted. Logarithms of larger sizes are not exact. */
const SIZE_MAX = 2 ** 40;
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

export function hashLeaf(body: Uint8Array): Hash {
  return sha256(concatBytes(LEAF_PREFIX, body));
}

export function hashNode(left: Hash, right: Hash): Hash {
  return sha256(concatBytes(NODE_PREFIX, left, right));
}

/** Root of a log without leaves. */
function emptyRoot(): Hash {
  return sha256(new Uint8Array());
}

/** The place of a complete node. Level 0 has the leaves. */
export interface Place {
  readonly level: number;
  readonly index: number;
}

/** Leaves from `from` up to but excluding `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the complete nodes of which a node of the tree consists, from left to right. The range is
 * that of a node: its start is a multiple of the largest power of two within its length.
 */
export function completeNodes({ from, to }: Range): Place[] {
  const places: Place[] = [];
  for (let at = from; at < to;) {
    const level = Math.floor(Math.log2(to - at));
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

/** Returns the hash of a node from the hashes of its complete nodes. */
export function joinHashes(hashes: readonly Hash[]): Hash {
  if (hashes.length === 0) return emptyRoot();
  return hashes.reduceRight((right, left) => hashNode(left, right));
}

/** Returns the root of these leaf hashes. */
export function rootOfLeaves(leafHashes: readonly Hash[]): Hash {
  let level = [...leafHashes];
  if (level.length === 0) return emptyRoot();
  while (level.length > 1) {
    const next: Hash[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (left) next.push(right ? hashNode(left, right) : left);
    }
    level = next;
  }
  return level[0] ?? emptyRoot();
}

/**
 * Returns the complete nodes that a new leaf completes, without the leaf itself: pairs of children
 * and their parent, from the bottom to the top.
 */
export function completedBy(index: number): Place[] {
  const places: Place[] = [];
  for (let size = index + 1, level = 1; size % 2 === 0; size /= 2, level += 1)
    places.push({ level, index: size / 2 - 1 });
  return places;
}

/** Returns the nodes of an inclusion proof, from the leaf's sibling to the root's child. */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!isIndex(index) || !isIndex(size) || index >= size)
    throw new RangeError(`a log of ${size} leaves has no leaf ${index}`);
  return siblings(index, { from: 0, to: size });
}

function siblings(index: number, { from, to }: Range): Range[] {
  if (to - from === 1) return [];
  const middle = from + splitOf(to - from);
  return index < middle
    ? [...siblings(index, { from, to: middle }), { from: middle, to }]
    : [...siblings(index, { from: middle, to }), { from, to: middle }];
}

/** Returns the nodes of a consistency proof between two sizes of a log. */
export function consistencyRanges(oldSize: number, size: number): Range[] {
  if (!isIndex(oldSize) || !isIndex(size) || oldSize < 1 || oldSize > size)
    throw new RangeError(`a log of ${size} leaves never had ${oldSize} leaves`);
  return parts(oldSize, { from: 0, to: size }, true);
}

function parts(oldSize: number, { from, to }: Range, isWhole: boolean): Range[] {
  if (oldSize === to) return isWhole ? [] : [{ from, to }];
  const middle = from + splitOf(to - from);
  return oldSize <= middle
    ? [...parts(oldSize, { from, to: middle }, isWhole), { from: middle, to }]
    : [...parts(oldSize, { from: middle, to }, false), { from, to: middle }];
}

/** Returns the largest power of two below `count`. */
function splitOf(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}

/** Makes an inclusion proof from all leaf hashes. */
export function inclusionOf(leafHashes: readonly Hash[], index: number): Hash[] {
  return inclusionRanges(index, leafHashes.length).map(({ from, to }) =>
    rootOfLeaves(leafHashes.slice(from, to)),
  );
}

/** Makes a consistency proof from all leaf hashes. */
export function consistencyOf(leafHashes: readonly Hash[], oldSize: number): Hash[] {
  return consistencyRanges(oldSize, leafHashes.length).map(({ from, to }) =>
    rootOfLeaves(leafHashes.slice(from, to)),
  );
}

export interface Inclusion {
  readonly index: number;
  readonly leafHash: Hash;
  readonly path: readonly Hash[];
}

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/** Returns whether the path proves that the leaf is in the log with this head (RFC 9162, 2.1.3). */
export function isIncluded(
  { index, leafHash, path }: Inclusion,
  { size, root }: TreeHead,
): boolean {
  if (!isIndex(index) || !isIndex(size) || index >= size) return false;
  if (![leafHash, root, ...path].every(isHash)) return false;
  const ranges = inclusionRanges(index, size);
  if (ranges.length !== path.length) return false;
  let hash = leafHash;
  for (const [depth, sibling] of path.entries())
    hash = (ranges[depth]?.from ?? 0) > index ? hashNode(hash, sibling) : hashNode(sibling, hash);
  return isSame(hash, root);
}

/** Returns whether the proof shows that the log only grew since `old` (RFC 9162, 2.1.4). */
export function isConsistent(proof: readonly Hash[], old: TreeHead, head: TreeHead): boolean {
  if (!isIndex(old.size) || !isIndex(head.size) || old.size > head.size) return false;
  if (![old.root, head.root, ...proof].every(isHash)) return false;
  if (old.size === head.size) return proof.length === 0 && isSame(old.root, head.root);
  if (old.size === 0) return proof.length === 0 && isSame(old.root, emptyRoot());
  const ranges = consistencyRanges(old.size, head.size);
  if (ranges.length !== proof.length) return false;
  // An old log that is one complete node is itself the first part, which the proof omits.
  const isOwnNode = ranges[0]?.from === old.size;
  const [first, ...rest] = isOwnNode ? [old.root, ...proof] : proof;
  if (!first) return false;
  let [oldRoot, root] = [first, first];
  for (const [place, hash] of rest.entries()) {
    const { from = 0 } = ranges[isOwnNode ? place : place + 1] ?? {};
    if (from >= old.size) {
      root = hashNode(root, hash);
    } else {
      root = hashNode(hash, root);
      oldRoot = hashNode(hash, oldRoot);
    }
  }
  return isSame(oldRoot, old.root) && isSame(root, head.root);
}

export function isHash(bytes: Uint8Array): boolean {
  return bytes.length === HASH_BYTES;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= SIZE_MAX;
}
