/**
 * Builds a job from a block template: the coinbase, split around the extranonce, and the Merkle
 * branches. Some firmware restarts extranonce2 with every notification and would search the same
 * space twice (bitaxeorg/ESP-Miner#1694). Therefore, each template and each repeated notification
 * has different coinbase bytes.
 */
import { internalHash, type BlockTemplate } from "#bitcoin";
import { targetBytes } from "./difficulty.ts";
import { doubleHash } from "./double-hash.ts";

export interface Job {
  readonly serial: number;
  readonly height: number;
  /** Hex in the byte order of block explorers. */
  readonly previousHash: string;
  readonly previousBytes: Buffer;
  /** Block version without the bits that miners may roll. */
  readonly version: number;
  readonly bits: number;
  /** Network target as bytes, most significant byte first. */
  readonly networkTarget: Buffer;
  readonly timeSeconds: number;
  readonly minimumTimeSeconds: number;
  readonly coinbaseValueSats: bigint;
  /**
   * Coinbase before extranonce1. The byte at `variantAt` is the number of times that the template
   * was sent.
   */
  readonly coinbaseHead: Buffer;
  readonly variantAt: number;
  /** Coinbase after extranonce2. */
  readonly coinbaseTail: Buffer;
  readonly branches: readonly Buffer[];
  readonly hasWitness: boolean;
  /** Raw transactions as hex, without the coinbase. */
  readonly transactions: readonly string[];
}

export interface JobPlan {
  /** Sequence number of the template, counted from the pool's start. */
  readonly serial: number;
  /** Four random bytes, chosen at each start of the pool. */
  readonly bootNonce: Buffer;
  readonly payScriptHex: string;
}

/** Bits 13 to 28, which BIP320 makes available to miners. */
export const ROLLED_BITS = 0x1fff_e000;
export const EXTRANONCE1_BYTES = 4;
export const EXTRANONCE2_BYTES = 8;
/** Number of possible values of the variant byte. */
export const VARIANTS_MAX = 256;

const TAG = "/Hashfloor/";
const EXTRANONCE_BYTES = EXTRANONCE1_BYTES + EXTRANONCE2_BYTES;
const NO_OUTPUT_INDEX = 0xffff_ffff;
const FINAL_SEQUENCE = 0xffff_ffff;
const COINBASE_VERSION = 2;

export function jobFrom(template: BlockTemplate, plan: JobPlan): Job {
  const { coinbaseHead, variantAt } = coinbaseHeadOf(template.height, plan);
  return {
    serial: plan.serial,
    height: template.height,
    previousHash: template.previousHash,
    previousBytes: internalHash(template.previousHash),
    version: (template.version & ~ROLLED_BITS) >>> 0,
    bits: Number.parseInt(template.bitsHex, 16),
    networkTarget: targetBytes(BigInt(`0x${template.targetHex}`)),
    timeSeconds: template.currentTimeSeconds,
    minimumTimeSeconds: template.minimumTimeSeconds,
    coinbaseValueSats: template.coinbaseValueSats,
    coinbaseHead,
    variantAt,
    coinbaseTail: coinbaseTailOf(template, plan.payScriptHex),
    branches: branchesOf(template.transactions.map(({ txid }) => internalHash(txid))),
    hasWitness: template.witnessCommitmentScriptHex !== undefined,
    transactions: template.transactions.map(({ rawHex }) => rawHex),
  };
}

export function coinbaseHeadFor(job: Job, variant: number): Buffer {
  if (variant === 0) return job.coinbaseHead;
  const head = Buffer.from(job.coinbaseHead);
  head[job.variantAt] = variant;
  return head;
}

/** Returns the parameters of `mining.notify`. */
export function notifyParams(job: Job, { id, coinbaseHead, isClean }: SentAs): readonly unknown[] {
  return [
    id,
    wordsReversed(job.previousBytes).toString("hex"),
    coinbaseHead.toString("hex"),
    job.coinbaseTail.toString("hex"),
    job.branches.map((branch) => branch.toString("hex")),
    hex8(job.version),
    hex8(job.bits),
    hex8(job.timeSeconds),
    isClean,
  ];
}

export interface SentAs {
  readonly id: string;
  readonly coinbaseHead: Buffer;
  /** True if all earlier jobs are invalid. */
  readonly isClean: boolean;
}

export function hex8(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}

/** Returns the full block as hex for `submitblock`. */
export function blockHex(
  job: Pick<Job, "hasWitness" | "transactions">,
  { header, coinbase }: { readonly header: Buffer; readonly coinbase: Buffer },
): string {
  return [
    header.toString("hex"),
    compactSize(job.transactions.length + 1).toString("hex"),
    (job.hasWitness ? withWitness(coinbase) : coinbase).toString("hex"),
    ...job.transactions,
  ].join("");
}

/**
 * Converts a coinbase to its witness form (BIP141). Inserts the marker and flag after the version,
 * and a witness of 32 zero bytes before the lock time.
 */
function withWitness(coinbase: Buffer): Buffer {
  return Buffer.concat([
    coinbase.subarray(0, 4),
    Buffer.of(0, 1),
    coinbase.subarray(4, -4),
    Buffer.of(1, 32),
    Buffer.alloc(32),
    coinbase.subarray(-4),
  ]);
}

function coinbaseHeadOf(height: number, { serial, bootNonce }: JobPlan) {
  const tag = Buffer.concat([Buffer.from(TAG), bootNonce, uint32(serial), Buffer.of(0)]);
  const script = Buffer.concat([
    heightPush(height),
    Buffer.of(tag.length),
    tag,
    Buffer.of(EXTRANONCE_BYTES),
  ]);
  const coinbaseHead = Buffer.concat([
    uint32(COINBASE_VERSION),
    Buffer.of(1),
    Buffer.alloc(32),
    uint32(NO_OUTPUT_INDEX),
    compactSize(script.length + EXTRANONCE_BYTES),
    script,
  ]);
  return { coinbaseHead, variantAt: coinbaseHead.length - 2 };
}

function coinbaseTailOf(template: BlockTemplate, payScriptHex: string): Buffer {
  const commitment = template.witnessCommitmentScriptHex;
  const outputs = [output(template.coinbaseValueSats, payScriptHex)];
  if (commitment !== undefined) outputs.push(output(0n, commitment));
  return Buffer.concat([
    uint32(FINAL_SEQUENCE),
    compactSize(outputs.length),
    ...outputs,
    uint32(0),
  ]);
}

function output(amountSats: bigint, scriptHex: string): Buffer {
  const amount = Buffer.alloc(8);
  amount.writeBigUInt64LE(amountSats);
  const script = Buffer.from(scriptHex, "hex");
  return Buffer.concat([amount, compactSize(script.length), script]);
}

/** Encodes the height as a minimal script push (BIP34). */
export function heightPush(height: number): Buffer {
  if (height >= 1 && height <= 16) return Buffer.of(0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Buffer.of(bytes.length, ...bytes);
}

/**
 * Returns the Merkle branches: the hash to combine with the coinbase's hash at each level. The
 * coinbase is always the first leaf, so the other hash is always its right sibling.
 */
function branchesOf(txids: readonly Buffer[]): Buffer[] {
  const branches: Buffer[] = [];
  let level = txids;
  while (level.length > 0) {
    const [neighbour, ...rest] = level;
    if (neighbour) branches.push(neighbour);
    level = pairsOf(rest);
  }
  return branches;
}

function pairsOf(level: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const left = level[index];
    if (left) parents.push(doubleHash(Buffer.concat([left, level[index + 1] ?? left])));
  }
  return parents;
}

/** Reverses the bytes of each 4-byte word, as Stratum requires for the previous hash. */
function wordsReversed(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap32();
}

function compactSize(count: number): Buffer {
  if (count < 0xfd) return Buffer.of(count);
  const bytes = Buffer.alloc(count <= 0xffff ? 3 : 5);
  bytes[0] = count <= 0xffff ? 0xfd : 0xfe;
  if (count <= 0xffff) bytes.writeUInt16LE(count, 1);
  else bytes.writeUInt32LE(count, 1);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
