/** Makes a true leaf file, as "Check mine" saves it. */
import { buildSumTree, hashLeaf, rootOf } from "#proofs";
import { inclusionOf } from "../../../core/proofs/sum-tree.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A tree of 16 users, of whom user 3 keeps the file. */
export function madeLeafFile() {
  const nonce = new Uint8Array(32).fill(3);
  const secrets = Array.from({ length: 16 }, (_, index) => ({
    nonce: index === 3 ? nonce : new Uint8Array(32).fill(index + 50),
    accountNumber: BigInt(index),
    height: 9n,
    value: BigInt(index * 10),
    index: BigInt(index),
  }));
  const tree = buildSumTree(secrets.map(hashLeaf));
  const root = rootOf(tree);
  const path = inclusionOf(tree, 3).map(({ digest, sum }) => ({
    digest: hex(digest),
    sats: Number(sum),
  }));
  return {
    format: "hashfloor-leaves",
    version: 1,
    proof: { id: "prf_1", height: 9, root: hex(root.digest), sumSats: Number(root.sum) },
    nonce: hex(nonce),
    accountNumber: 3,
    totalSats: 30,
    leaves: [{ index: 3, sats: 30, path }],
  };
}

export type MadeLeafFile = ReturnType<typeof madeLeafFile>;
