/**
 * Parses transactions from raw hex, so that no amount comes from a JSON number. Amounts are bigint
 * satoshis.
 */
import { hex } from "@scure/base";
import { RawTx } from "@scure/btc-signer";
import { ByteReader, displayHash, hash256, MalformedData } from "./byte-reader.ts";

export interface TransactionInput {
  /** Txid of the spent output. */
  readonly txid: string;
  readonly outputIndex: number;
  readonly scriptSigHex: string;
  readonly sequence: number;
  /** Witness stack as hex, empty without a witness. */
  readonly witness: readonly string[];
}

export interface TransactionOutput {
  readonly index: number;
  readonly amountSats: bigint;
  readonly scriptHex: string;
}

export interface Transaction {
  readonly txid: string;
  readonly wtxid: string;
  readonly version: number;
  readonly lockTime: number;
  readonly isCoinbase: boolean;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  /** Virtual size (BIP141) in vB, rounded up. */
  readonly virtualSizeBytes: number;
}

const SATS_MAX = 2_100_000_000_000_000n;
const NO_OUTPUT_INDEX = 0xffff_ffff;

/** Parses exactly one transaction. Throws MalformedData for invalid or extra bytes. */
export function parseTransaction(rawHex: string): Transaction {
  const reader = ByteReader.fromHex(rawHex);
  const transaction = readTransaction(reader);
  reader.expectEnd();
  return transaction;
}

/** Returns the transaction's original bytes in hex. */
export function rawTransaction(transaction: Transaction): string {
  const { version, lockTime, inputs, outputs } = transaction;
  const segwitFlag = inputs.some(({ witness }) => witness.length > 0);
  return hex.encode(
    RawTx.encode({
      version,
      segwitFlag,
      inputs: inputs.map(({ txid, outputIndex, scriptSigHex, sequence }) => ({
        txid: hex.decode(txid),
        index: outputIndex,
        finalScriptSig: hex.decode(scriptSigHex),
        sequence,
      })),
      outputs: outputs.map(({ amountSats, scriptHex }) => ({
        amount: amountSats,
        script: hex.decode(scriptHex),
      })),
      witnesses: segwitFlag
        ? inputs.map(({ witness }) => witness.map((item) => hex.decode(item)))
        : undefined,
      lockTime,
    }),
  );
}

/**
 * Reads a transaction (BIP144). Its txid is the hash of the original bytes without marker, flag and
 * witness.
 */
export function readTransaction(reader: ByteReader): Transaction {
  const start = reader.position;
  const version = reader.i32();
  const hasWitness = reader.bytes[reader.position] === 0;
  if (hasWitness && reader.take(2)[1] !== 1) throw new MalformedData("unknown transaction flag");
  const bodyStart = reader.position;
  const plainInputs = readMany(reader, readInput);
  const outputs = readMany(reader, readOutput);
  if (plainInputs.length === 0 || outputs.length === 0)
    throw new MalformedData("a transaction without inputs or outputs");
  const bodyEnd = reader.position;
  const inputs = hasWitness
    ? plainInputs.map((input) => ({ ...input, witness: readMany(reader, (r) => r.hexString()) }))
    : plainInputs;
  if (hasWitness && inputs.every((input) => input.witness.length === 0))
    throw new MalformedData("a witness flag without a witness");
  const lockTime = reader.u32();

  const whole = reader.bytes.subarray(start, reader.position);
  const stripped = [
    whole.subarray(0, 4),
    reader.bytes.subarray(bodyStart, bodyEnd),
    whole.subarray(-4),
  ];
  const strippedLength = 8 + bodyEnd - bodyStart;
  return {
    txid: displayHash(hash256(...stripped)),
    wtxid: displayHash(hash256(whole)),
    version,
    lockTime,
    isCoinbase: isCoinbase(inputs),
    inputs,
    outputs,
    virtualSizeBytes: Math.ceil((strippedLength * 3 + whole.length) / 4),
  };
}

function readInput(reader: ByteReader): TransactionInput {
  return {
    txid: reader.hash(),
    outputIndex: reader.u32(),
    scriptSigHex: reader.hexString(),
    sequence: reader.u32(),
    witness: [],
  };
}

function readOutput(reader: ByteReader, index: number): TransactionOutput {
  const amountSats = reader.u64();
  if (amountSats > SATS_MAX) throw new MalformedData("an amount above 21 million coins");
  return { index, amountSats, scriptHex: reader.hexString() };
}

function isCoinbase(inputs: readonly TransactionInput[]): boolean {
  const [first] = inputs;
  return inputs.length === 1 && first?.outputIndex === NO_OUTPUT_INDEX && /^0+$/.test(first.txid);
}

/**
 * Reads a length-prefixed list. Items are read one by one until the data ends, without allocating
 * memory in advance, because the length may be false.
 */
export function readMany<Item>(
  reader: ByteReader,
  read: (reader: ByteReader, index: number) => Item,
): Item[] {
  const count = reader.count();
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) items.push(read(reader, index));
  return items;
}
