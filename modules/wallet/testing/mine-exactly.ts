/**
 * Mines a block that contains only the given transaction, like a miner with a different mempool.
 */
import { createHash } from "node:crypto";
import { internalHash, merkleRoot, parseTransaction, type BitcoinNode } from "#bitcoin";
import { solveTemplate } from "../../../test/support/chain/solve-template.ts";

type Node = Pick<BitcoinNode, "getBlockTemplate" | "submitBlock">;

/**
 * Submits the block. Returns null if the block becomes the new tip, otherwise the node's reason for
 * rejecting the block.
 */
export async function mineExactly(
  node: Node,
  rawHex: string,
  scriptHex: string,
): Promise<string | null> {
  const { txid, wtxid } = parseTransaction(rawHex);
  const template = await node.getBlockTemplate();
  const block = {
    ...template,
    transactions: [{ rawHex, txid, wtxid }],
    // Valid, because a miner may claim less than the full reward.
    coinbaseValueSats: 1n,
    witnessCommitmentScriptHex: commitmentTo(wtxid),
  };
  return node.submitBlock(solveTemplate(block, scriptHex));
}

/** Returns the BIP141 witness commitment, for the reserved value that `solveTemplate` writes. */
function commitmentTo(wtxid: string): string {
  const none = "00".repeat(32);
  const root = internalHash(merkleRoot([none, wtxid]));
  const hash = doubleHash(Buffer.concat([root, Buffer.from(none, "hex")]));
  return `6a24aa21a9ed${hash.toString("hex")}`;
}

function doubleHash(bytes: Buffer): Buffer {
  const inner = createHash("sha256").update(bytes).digest();
  return createHash("sha256").update(inner).digest();
}
