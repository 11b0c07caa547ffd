/** Merkle trees of blocks, and proofs that a transaction stands in one (what `gettxoutproof` shows), computed by us. */
import { displayHash, hash256, internalHash, MalformedData } from "./byte-reader.ts";

export interface MerkleProof {
  readonly txid: string;
  /** Place of the transaction in its block, 0 is the coinbase. */
  readonly position: number;
  /** Number of transactions in the block: fixes the depth, so that no inner node can pass for a transaction. */
  readonly transactionCount: number;
  /** The sibling on each level, from the bottom up, in display order. */
  readonly branch: readonly string[];
  readonly merkleRoot: string;
}

/** Root of a list of txids. Throws MalformedData on the repeated pair that hides a forged block (CVE-2012-2459). */
export function merkleRoot(txids: readonly string[]): string {
  let level = txids.map(internalHash);
  while (level.length > 1) {
    rejectRepeatedPair(level);
    level = parentsOf(level);
  }
  const [root] = level;
  if (!root) throw new MalformedData("a block without transactions");
  return displayHash(root);
}

/** The proof for one txid of a block, or undefined when it is not among them. */
export function merkleProof(txids: readonly string[], txid: string): MerkleProof | undefined {
  const position = txids.indexOf(txid);
  if (position === -1) return undefined;
  const branch: string[] = [];
  let level = txids.map(internalHash);
  for (let place = position; level.length > 1; place >>= 1) {
    const sibling = level[place ^ 1] ?? level[place];
    if (sibling) branch.push(displayHash(sibling));
    level = parentsOf(level);
  }
  return { txid, position, transactionCount: txids.length, branch, merkleRoot: merkleRoot(txids) };
}

/** Whether the branch leads from the txid to the root. The caller takes the root from a block header it trusts. */
export function verifyMerkleProof(proof: MerkleProof): boolean {
  const depth = Math.ceil(Math.log2(proof.transactionCount));
  if (proof.position < 0 || proof.position >= proof.transactionCount) return false;
  if (proof.branch.length !== depth) return false;
  let hash = internalHash(proof.txid);
  let place = proof.position;
  for (const sibling of proof.branch.map(internalHash)) {
    hash = place % 2 === 0 ? hash256(hash, sibling) : hash256(sibling, hash);
    place >>= 1;
  }
  return displayHash(hash) === proof.merkleRoot;
}

function parentsOf(level: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const left = level[index];
    if (left) parents.push(hash256(left, level[index + 1] ?? left));
  }
  return parents;
}

function rejectRepeatedPair(level: readonly Buffer[]): void {
  for (let index = 0; index + 1 < level.length; index += 2) {
    const right = level[index + 1];
    if (right && level[index]?.equals(right)) throw new MalformedData("a repeated merkle pair");
  }
}
