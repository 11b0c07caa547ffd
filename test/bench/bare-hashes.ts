/**
 * Computes the hashes of a sum tree without the tree, with the same library: the least work that a
 * proof needs. Also runs in the browser.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const NONCE_BYTES = 48;
const LEAF_BYTES = 16;
const PARENT_BYTES = 80;

/** Returns the time of hashing this many leaves and parents. */
export function bareHashMs(leaves: number, parents: number): number {
  const [nonce, leaf, parent] = [NONCE_BYTES, LEAF_BYTES, PARENT_BYTES].map(
    (length) => new Uint8Array(length),
  ) as [Uint8Array, Uint8Array, Uint8Array];
  const begun = performance.now();
  for (let index = 0; index < leaves; index += 1) hmac(sha256, sha256(nonce), leaf);
  for (let index = 0; index < parents; index += 1) sha256(parent);
  return performance.now() - begun;
}
