/**
 * Checks that a transaction is in a block, and that later blocks confirm it. Works without a node:
 * the block headers contain the proof. Pure.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { Address, OutScript, RawTx } from "@scure/btc-signer";
import { failed, ok, type Check } from "./check.ts";
import { HASH, type JsonReader } from "./json-reader.ts";
import { CONFIRMATIONS, NETWORKS, type ReceiptNetwork } from "./networks.ts";

export interface ChainProof {
  readonly txid: string;
  readonly rawHex: string;
  readonly outputIndex: number;
  readonly blockHeight: number;
  readonly blockHash: string;
  /** Position of the transaction in its block. */
  readonly position: number;
  /** Siblings on the way from the transaction to the Merkle root, as block explorers write them. */
  readonly branch: readonly string[];
  /** The block's header, then the headers of the following blocks, 80 bytes each. */
  readonly headers: readonly string[];
  readonly confirmationsRequired: number;
}

/** The output that the transaction must contain. */
export interface ExpectedOutput {
  readonly network: ReceiptNetwork;
  readonly address: string;
  readonly amountSats: bigint;
}

const HEADER = /^[0-9a-f]{160}$/;
/** Depth of a block of 4 million transactions, far above a block's limit. */
const BRANCH_MAX = 22;
/** Confirmations that a coinbase output needs. */
const HEADERS_MAX = 100;
/** Inner nodes of the Merkle tree have this size, so a transaction of this size proves nothing. */
const INNER_NODE_BYTES = 64;

export function readChainProof(reader: JsonReader): ChainProof {
  return {
    txid: reader.text("txid", HASH),
    rawHex: reader.hex("rawHex"),
    outputIndex: reader.count("outputIndex"),
    blockHeight: reader.count("blockHeight"),
    blockHash: reader.text("blockHash", HASH),
    position: reader.count("position"),
    branch: reader.texts("branch", HASH, BRANCH_MAX),
    headers: reader.texts("headers", HEADER, HEADERS_MAX),
    confirmationsRequired: reader.count("confirmationsRequired"),
  };
}

export function checkChainProof(proof: ChainProof, expected: ExpectedOutput): Check[] {
  return [
    checkTransaction(proof, expected),
    checkBranch(proof),
    checkHeaders(proof, expected.network),
  ];
}

function checkTransaction(
  { txid, rawHex, outputIndex }: ChainProof,
  { network, address, amountSats }: ExpectedOutput,
): Check {
  const name = "transaction";
  const transaction = parse(rawHex);
  if (!transaction) return failed(name, "the raw transaction is malformed");
  if (transaction.txid !== txid)
    return failed(name, `the raw transaction is ${transaction.txid}, not ${txid}`);
  const output = transaction.outputs[outputIndex];
  if (!output) return failed(name, `the transaction has no output ${outputIndex}`);
  if (output.amount !== amountSats)
    return failed(name, `output ${outputIndex} pays ${output.amount} sat, not ${amountSats} sat`);
  if (bytesToHex(output.script) !== scriptOf(network, address))
    return failed(name, `output ${outputIndex} does not pay ${address}`);
  return ok(name, `${txid} pays ${amountSats} sat to ${address}`);
}

function checkBranch({ txid, position, branch, headers, blockHash }: ChainProof): Check {
  const name = "block";
  const [header] = headers;
  if (header === undefined) return failed(name, "the block's header is missing");
  if (headerHash(header) !== blockHash)
    return failed(name, `the header belongs to block ${headerHash(header)}, not ${blockHash}`);
  if (position >= 2 ** branch.length)
    return failed(name, "the position is outside the block's Merkle tree");
  if (merkleRootOf(txid, position, branch) !== merkleRootIn(header))
    return failed(name, "the Merkle branch does not lead from the transaction to the block");
  return ok(name, `the transaction is in block ${blockHash}`);
}

function checkHeaders(
  { headers, confirmationsRequired, blockHeight }: ChainProof,
  network: ReceiptNetwork,
): Check {
  const name = "confirmations";
  const required = Math.max(CONFIRMATIONS, confirmationsRequired);
  if (headers.length < required)
    return failed(name, `${headers.length} of ${required} block headers are in the file`);
  const easiest = targetOf(NETWORKS[network].easiestBits);
  for (const [index, header] of headers.entries()) {
    const height = blockHeight + index;
    const before = headers[index - 1];
    if (before !== undefined && previousHashIn(header) !== headerHash(before))
      return failed(name, `block ${height} does not follow block ${height - 1}`);
    const target = targetOf(bitsIn(header));
    if (target <= 0n || target > easiest)
      return failed(name, `block ${height} has less work than ${network} requires`);
    if (BigInt(`0x${headerHash(header)}`) > target)
      return failed(name, `block ${height} does not have the work that its header names`);
  }
  return ok(name, `${headers.length} blocks from height ${blockHeight} confirm it on ${network}`);
}

interface Parsed {
  readonly txid: string;
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
}

function parse(rawHex: string): Parsed | undefined {
  try {
    const raw = RawTx.decode(hexToBytes(rawHex));
    const stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined });
    if (stripped.length === INNER_NODE_BYTES) return undefined;
    // A transaction has one encoding only, so that the file cannot hide other bytes in it.
    if (bytesToHex(RawTx.encode(raw)) !== rawHex) return undefined;
    return { txid: shownHash(stripped), outputs: raw.outputs };
  } catch {
    return undefined;
  }
}

/** Returns the output script of an address, or undefined if the network has no such address. */
function scriptOf(network: ReceiptNetwork, address: string): string | undefined {
  try {
    const { addresses } = NETWORKS[network];
    return bytesToHex(OutScript.encode(Address(addresses).decode(address)));
  } catch {
    return undefined;
  }
}

function merkleRootOf(txid: string, position: number, branch: readonly string[]): string {
  let node = internal(txid);
  for (const [depth, sibling] of branch.entries()) {
    const isLeft = Math.floor(position / 2 ** depth) % 2 === 0;
    const other = internal(sibling);
    node = hash256(isLeft ? concatBytes(node, other) : concatBytes(other, node));
  }
  return shown(node);
}

// Fields of a header: version, previous hash, Merkle root, time, bits and nonce.
const previousHashIn = (header: string): string => shown(hexToBytes(header.slice(8, 72)));
const merkleRootIn = (header: string): string => shown(hexToBytes(header.slice(72, 136)));
const bitsIn = (header: string): number => Number(`0x${shown(hexToBytes(header.slice(144, 152)))}`);
export const headerHash = (header: string): string => shownHash(hexToBytes(header));

/** Expands a target from its compact form. A negative target is returned as zero. */
function targetOf(bits: number): bigint {
  const mantissa = BigInt(bits & 0x7fffff);
  const exponent = bits >>> 24;
  if ((bits & 0x800000) !== 0) return 0n;
  return exponent <= 3
    ? mantissa >> BigInt(8 * (3 - exponent))
    : mantissa << BigInt(8 * (exponent - 3));
}

const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const shownHash = (bytes: Uint8Array): string => shown(hash256(bytes));
/** Hashes are shown in reverse byte order. */
const shown = (bytes: Uint8Array): string => bytesToHex(bytes.toReversed());
const internal = (hash: string): Uint8Array => hexToBytes(hash).toReversed();
