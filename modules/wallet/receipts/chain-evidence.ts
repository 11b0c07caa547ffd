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
  const { position, branch, rawHex } = await branchOf(node, { blockHash, txid });
  return {
    txid,
    rawHex,
    outputIndex,
    blockHeight: height,
    blockHash,
    position,
    branch: [...branch],
    headers: await headersFrom(node, { height, blockHash, count: confirmationsRequired }),
    confirmationsRequired,
  };
}

interface Branch {
  /** Position of the transaction in its block. */
  readonly position: number;
  readonly branch: readonly string[];
  /** The transaction, which a node without an index can only return with its block. */
  readonly rawHex: string;
}

interface InBlock {
  readonly blockHash: string;
  readonly txid: string;
}

/** One takes about 2 kB, and at most 800 kB for the largest standard transaction. */
const BRANCHES_MAX = 100;
/** A block never changes, so its branches stay true. The oldest one is the first. */
const branches = new Map<string, Branch>();
let reading: Promise<unknown> = Promise.resolve();

/**
 * Reads one block at a time, and each one only once. Parsing a full block takes about 200 ms, and
 * every user with a deposit can ask for receipts.
 */
async function branchOf(node: BitcoinNode, of: InBlock): Promise<Branch> {
  const key = `${of.blockHash} ${of.txid}`;
  const known = branches.get(key);
  if (known) return known;
  const read = reading.then(async () => branches.get(key) ?? readBranch(node, of));
  reading = read.catch(() => undefined);
  const branch = await read;
  branches.set(key, branch);
  const [oldest] = branches.keys();
  if (branches.size > BRANCHES_MAX && oldest !== undefined) branches.delete(oldest);
  return branch;
}

async function readBranch(node: BitcoinNode, { blockHash, txid }: InBlock): Promise<Branch> {
  const { transactions } = await node.getBlock(blockHash);
  const txids = transactions.map((one) => one.txid);
  const position = txids.indexOf(txid);
  const transaction = transactions[position];
  if (!transaction) throw new Error(`block ${blockHash} does not contain ${txid}`);
  return {
    position,
    branch: merkleBranch(txids, position),
    rawHex: rawTransaction(transaction),
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
