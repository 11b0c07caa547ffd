/**
 * Parses blocks and headers from raw hex. Rejects a block whose transactions do not match its
 * Merkle root.
 */
import { ByteReader, displayHash, hash256, internalHash, MalformedData } from "./byte-reader.ts";
import { merkleRoot } from "./merkle.ts";
import { readMany, readTransaction, type Transaction } from "./transaction.ts";

const HEADER_BYTES = 80;

export interface BlockHeader {
  readonly hash: string;
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  /** Seconds since 1970 by the miner's clock, which may be wrong by two hours. */
  readonly timeSeconds: number;
  readonly bits: number;
  readonly nonce: number;
}

export interface Block extends BlockHeader {
  readonly transactions: readonly Transaction[];
  readonly sizeBytes: number;
}

/** Parses a header. Throws MalformedData. */
export function parseBlockHeader(rawHex: string): BlockHeader {
  const reader = ByteReader.fromHex(rawHex);
  const header = readHeader(reader);
  reader.expectEnd();
  return header;
}

/**
 * Parses a block. Throws MalformedData for malformed bytes, and unless exactly the first
 * transaction is a coinbase.
 */
export function parseBlock(rawHex: string): Block {
  const reader = ByteReader.fromHex(rawHex);
  const header = readHeader(reader);
  const transactions = readMany(reader, readTransaction);
  reader.expectEnd();
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== header.merkleRoot)
    throw new MalformedData("the transactions do not match the merkle root");
  if (transactions.some(({ isCoinbase }, index) => isCoinbase !== (index === 0)))
    throw new MalformedData("the coinbase does not stand first, or not alone");
  return { ...header, transactions, sizeBytes: reader.bytes.length };
}

/** Returns the header's 80 original bytes in hex. */
export function rawBlockHeader(header: BlockHeader): string {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeInt32LE(header.version, 0);
  internalHash(header.previousHash).copy(bytes, 4);
  internalHash(header.merkleRoot).copy(bytes, 36);
  bytes.writeUInt32LE(header.timeSeconds, 68);
  bytes.writeUInt32LE(header.bits, 72);
  bytes.writeUInt32LE(header.nonce, 76);
  return bytes.toString("hex");
}

function readHeader(reader: ByteReader): BlockHeader {
  const start = reader.position;
  const version = reader.i32();
  const previousHash = reader.hash();
  const root = reader.hash();
  const timeSeconds = reader.u32();
  const bits = reader.u32();
  const nonce = reader.u32();
  const hash = displayHash(hash256(reader.bytes.subarray(start, reader.position)));
  return { hash, version, previousHash, merkleRoot: root, timeSeconds, bits, nonce };
}
