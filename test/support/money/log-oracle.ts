/**
 * Checks proofs of a log independently of `core/log`, with Node's own hashes. It shares no code
 * with the product, so that both must accept the same proofs. The algorithms are those of RFC 9162,
 * sections 2.1.3.2 and 2.1.4.2, with bit operations instead of ranges.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

interface Head {
  readonly size: number;
  readonly root: Uint8Array;
}

interface Leaf {
  readonly index: number;
  readonly leafHash: Uint8Array;
  readonly path: readonly Uint8Array[];
}

function node(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash("sha256").update("\u0001").update(left).update(right).digest();
}

/** Computes the root by the recursive definition of RFC 6962. */
export function rootOfBodies(bodies: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(treeHash(bodies));
}

function treeHash(bodies: readonly Uint8Array[]): Buffer {
  const [only] = bodies;
  if (!only) return createHash("sha256").digest();
  if (bodies.length === 1) return createHash("sha256").update("\u0000").update(only).digest();
  let split = 1;
  while (split * 2 < bodies.length) split *= 2;
  return node(treeHash(bodies.slice(0, split)), treeHash(bodies.slice(split)));
}

const areHashes = (hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === 32);
const equals = (one: Uint8Array, other: Uint8Array) =>
  Buffer.from(one).toString("hex") === Buffer.from(other).toString("hex");

export function hasLeaf({ index, leafHash, path }: Leaf, head: Head): boolean {
  if (index < 0 || index >= head.size || !areHashes([leafHash, head.root, ...path])) return false;
  let [fn, sn, r] = [BigInt(index), BigInt(head.size - 1), leafHash];
  for (const p of path) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      r = node(p, r);
      if ((fn & 1n) === 0n) while ((fn & 1n) === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else r = node(r, p);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && equals(r, head.root);
}

export function onlyGrew(proof: readonly Uint8Array[], old: Head, head: Head): boolean {
  if (old.size < 1 || old.size > head.size) return false;
  if (!areHashes([old.root, head.root, ...proof])) return false;
  if (old.size === head.size) return proof.length === 0 && equals(old.root, head.root);
  const isPower = (BigInt(old.size) & BigInt(old.size - 1)) === 0n;
  const [first, ...rest] = isPower ? [old.root, ...proof] : proof;
  if (!first || rest.length === 0) return false;
  let [fn, sn] = [BigInt(old.size - 1), BigInt(head.size - 1)];
  while ((fn & 1n) === 1n) [fn, sn] = [fn >> 1n, sn >> 1n];
  let [fr, sr] = [first, first];
  for (const c of rest) {
    if (sn === 0n) return false;
    if ((fn & 1n) === 1n || fn === sn) {
      [fr, sr] = [node(c, fr), node(c, sr)];
      while ((fn & 1n) === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n];
    } else sr = node(sr, c);
    [fn, sn] = [fn >> 1n, sn >> 1n];
  }
  return sn === 0n && equals(fr, old.root) && equals(sr, head.root);
}

/** The bytes before an Ed25519 public key in DER. */
const DER_START = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Returns whether the note is a checkpoint of this origin, size and root with a valid signature of
 * the key, which has 32 bytes.
 */
export function isCheckpointOf(
  note: string,
  publicKey: Uint8Array,
  { origin, size, root }: Head & { readonly origin: string },
): boolean {
  const body = `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
  if (!note.startsWith(`${body}\n— `) || note.split("\n").length !== 6 || !note.endsWith("\n"))
    return false;
  const line = note.slice(body.length + 1, -1);
  const [, name, encoded = "", ...rest] = line.split(" ");
  const bytes = Buffer.from(encoded, "base64");
  const id = createHash("sha256").update(`${origin}\n\u0001`).update(publicKey).digest();
  if (rest.length > 0 || name !== origin || bytes.toString("base64") !== encoded) return false;
  if (bytes.length !== 68 || !equals(bytes.subarray(0, 4), id.subarray(0, 4))) return false;
  const der = Buffer.concat([DER_START, publicKey]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(body), key, bytes.subarray(4));
}
