/** Verifies the user's own leaves of a proof in the browser. Pure. */
import { hexToBytes } from "@noble/hashes/utils.js";
import { checkInclusion } from "#proofs";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";

export type OwnLeaves = ApiAnswer<"getOwnLeaves">;

/**
 * Returns whether all leaves are in the tree with this root and sum to the shown amount. `root` is
 * the published root, which everybody sees, not the one in the answer for this user.
 */
export function areOwnLeavesIncluded(own: OwnLeaves, root: string): boolean {
  const { proof, nonce, accountNumber, leaves, totalSats } = own;
  if (proof.root !== root) return false;
  const sum = leaves.reduce((total, { sats }) => total + sats, 0);
  const places = new Set(leaves.map(({ index }) => index));
  if (sum !== totalSats || places.size !== leaves.length) return false;
  return leaves.every(
    ({ index, sats, path }) =>
      checkInclusion(
        {
          nonce: hexToBytes(nonce),
          accountNumber: BigInt(accountNumber),
          height: BigInt(proof.height),
          value: BigInt(sats),
          index: BigInt(index),
        },
        path.map((node) => ({ digest: hexToBytes(node.digest), sum: BigInt(node.sats) })),
        { digest: hexToBytes(proof.root), sum: BigInt(proof.sumSats) },
      ) === undefined,
  );
}
