import { displayHash, hash256, internalHash, MalformedData } from "./byte-reader.ts";

/**
 * Returns the Merkle root of a list of txids. Throws MalformedData for a repeated pair, which can
 * hide a forged block (CVE-2012-2459).
 */
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

/**
 * Returns the siblings on the way from the txid at `position` to the Merkle root. A node without a
 * sibling is paired with itself.
 */
export function merkleBranch(txids: readonly string[], position: number): string[] {
  const branch: string[] = [];
  let level = txids.map(internalHash);
  for (let index = position; level.length > 1; index = Math.floor(index / 2)) {
    const sibling = level[index ^ 1] ?? level[index];
    if (!sibling) throw new RangeError(`there is no transaction at position ${position}`);
    branch.push(displayHash(sibling));
    level = parentsOf(level);
  }
  return branch;
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
