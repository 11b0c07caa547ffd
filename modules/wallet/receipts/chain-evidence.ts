/**
 * Collects the bytes that prove that a transaction is in the chain: the
 * transaction, its Merkle branch and the block headers. Computes the branch from the block, because
 * the embedded node offers no `gettxoutproof`.
 */
import { merkleBranch, rawBlockHeader, rawTransaction, type BitcoinNode } from "#bitcoin";
import { receiptRefusals as refusals } from "./refusals.ts";

export interface ChainEvidence {
  readonly txid: string;
  readonly rawHex: string;
  readonly outputIndex: number;
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly position: number;
  readonly branch: string[];
  readonly headers: string[];
  readonly confirmationsRequired: number;
}

interface Mined {
  readonly txid: string;
  readonly outputIndex: number;
  readonly height: number;
  readonly blockHash: string;
  readonly confirmationsRequired: number;
}

/** Throws a refusal if the node has replaced the block since the wallet read it. */
export async function chainEvidence(node: BitcoinNode, mined: Mined): Promise<ChainEvidence> {
  const { txid, outputIndex, height, blockHash, confirmationsRequired } = mined;
  if ((await node.getBlockHash(height)) !== blockHash) throw refusals.receipt_not_ready();
  const block = await node.getBlock(blockHash);
  const position = block.transactions.findIndex((transaction) => transaction.txid === txid);
  const transaction = block.transactions[position];
  if (!transaction) throw new Error(`block ${blockHash} does not contain ${txid}`);
  return {
    txid,
    rawHex: rawTransaction(transaction),
    outputIndex,
    blockHeight: height,
    blockHash,
    position,
    branch: merkleBranch(
      block.transactions.map((one) => one.txid),
      position,
    ),
    headers: await headersFrom(node, { height, blockHash, count: confirmationsRequired }),
    confirmationsRequired,
  };
}

async function headersFrom(
  node: BitcoinNode,
  of: { readonly height: number; readonly blockHash: string; readonly count: number },
): Promise<string[]> {
  const headers: string[] = [];
  for (let index = 0; index < of.count; index += 1) {
    const hash = index === 0 ? of.blockHash : await node.getBlockHash(of.height + index);
    if (hash === undefined) throw refusals.receipt_not_ready();
    headers.push(rawBlockHeader(await node.getBlockHeader(hash)));
  }
  return headers;
}
