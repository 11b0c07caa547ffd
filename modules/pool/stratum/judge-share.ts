/**
 * Judges a share. The checks run in the order that miners expect. Duplicates are detected by the
 * hash of the 80-byte header, because miners can spell the same header in many ways. The current
 * time and the known hashes are arguments.
 */
import { doubleHash } from "./double-hash.ts";
import { isAtMost, shareMicros } from "./difficulty.ts";
import type { Job } from "./job.ts";

/** The submitted values as they appear in the block header. The extranonce is in bytes. */
export interface Nonces {
  readonly extranonce2: Buffer;
  readonly timeSeconds: number;
  readonly nonce: number;
  /** Sixth parameter of the submit, or 0 if the parameter is missing. */
  readonly versionBits: number;
}

/** A job in the form in which it was sent to one connection. */
export interface SentJob {
  readonly id: string;
  readonly job: Job;
  /** Number of times that the template had been sent to the connection before this job. */
  readonly variant: number;
  readonly coinbaseHead: Buffer;
  /** The job's difficulty, in millionths. */
  readonly micros: number;
  /** Target that corresponds to `micros`, most significant byte first. */
  readonly target: Buffer;
  readonly sentAtMs: number;
}

export interface Judged {
  readonly sent: SentJob;
  readonly extranonce1: Buffer;
  readonly versionMask: number;
  readonly nonces: Nonces;
  readonly nowMs: number;
  /** Returns true if the share has already been submitted. `key` comes from `shareKey`. */
  readonly isSeen: (key: string) => boolean;
}

/** Data of a valid share, including everything needed to assemble a block. */
export interface Solved {
  readonly hash: Buffer;
  readonly header: Buffer;
  readonly coinbase: Buffer;
  readonly shareMicros: bigint;
  /** True if the hash also meets the network target. */
  readonly isBlock: boolean;
}

export type RejectReason = "stale" | "duplicate" | "low" | "invalid";

export interface Rejection {
  readonly code: 20 | 21 | 22 | 23 | 24 | 25;
  readonly text: string;
  /**
   * Category under which the worker's rejected share is counted, or null if the pool caused the
   * rejection.
   */
  readonly reason: RejectReason | null;
}

export type Verdict =
  | ({ readonly kind: "accepted" } & Solved)
  /**
   * `solved` is set if the share is too easy for its job but is still a block, because the network
   * difficulty is below the job's difficulty.
   */
  | { readonly kind: "rejected"; readonly rejection: Rejection; readonly solved?: Solved };

export const rejections = {
  invalidParameters: { code: 20, text: "Invalid parameters", reason: "invalid" },
  timeOutOfRange: { code: 20, text: "Ntime out of range", reason: "invalid" },
  invalidVersionMask: { code: 20, text: "Invalid version mask", reason: "invalid" },
  notRecording: { code: 20, text: "Pool is not recording", reason: null },
  tooMany: { code: 20, text: "Too many shares", reason: "low" },
  jobNotFound: { code: 21, text: "Job not found", reason: "stale" },
  duplicate: { code: 22, text: "Duplicate share", reason: "duplicate" },
  lowDifficulty: { code: 23, text: "Difficulty too low", reason: "low" },
  unauthorized: { code: 24, text: "Unauthorized worker", reason: "invalid" },
  notSubscribed: { code: 25, text: "Not subscribed", reason: "invalid" },
} as const satisfies Readonly<Record<string, Rejection>>;

/**
 * Maximum number of seconds that a share's time may be in the future. Nodes reject blocks with a
 * later time.
 */
const AHEAD_SECONDS_MAX = 7_200;
const HEADER_BYTES = 80;

export function judgeShare(judged: Judged): Verdict {
  const { sent, nonces, versionMask, nowMs } = judged;
  const { job } = sent;
  const latest = Math.floor(nowMs / 1_000) + AHEAD_SECONDS_MAX;
  if (nonces.timeSeconds < job.minimumTimeSeconds || nonces.timeSeconds > latest)
    return { kind: "rejected", rejection: rejections.timeOutOfRange };
  if ((nonces.versionBits & ~versionMask) !== 0)
    return { kind: "rejected", rejection: rejections.invalidVersionMask };
  const hashed = hashOf(judged);
  if (judged.isSeen(shareKey(hashed.hash)))
    return { kind: "rejected", rejection: rejections.duplicate };
  if (isAtMost(hashed.hash, sent.target)) return { kind: "accepted", ...solvedBy(hashed) };
  const rejection = rejections.lowDifficulty;
  if (!hashed.isBlock) return { kind: "rejected", rejection };
  return { kind: "rejected", rejection, solved: solvedBy(hashed) };
}

type Hashed = Omit<Solved, "shareMicros">;

/**
 * Returns the data of a valid share. The difficulty is computed only for valid shares, because it
 * requires a division of large integers.
 */
function solvedBy(hashed: Hashed): Solved {
  return { ...hashed, shareMicros: shareMicros(hashed.hash) };
}

/** Encodes a hash with one character per byte, the shortest possible key for a set. */
export function shareKey(hash: Buffer): string {
  return hash.toString("latin1");
}

function hashOf({ sent, extranonce1, versionMask, nonces }: Judged): Hashed {
  const { job } = sent;
  const coinbase = Buffer.concat([
    sent.coinbaseHead,
    extranonce1,
    nonces.extranonce2,
    job.coinbaseTail,
  ]);
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(rolledVersion(job.version, versionMask, nonces.versionBits), 0);
  job.previousBytes.copy(header, 4);
  merkleRootOf(coinbase, job.branches).copy(header, 36);
  header.writeUInt32LE(nonces.timeSeconds, 68);
  header.writeUInt32LE(job.bits, 72);
  header.writeUInt32LE(nonces.nonce, 76);
  const hash = doubleHash(header);
  const isBlock = isAtMost(hash, job.networkTarget);
  return { hash, header, coinbase, isBlock };
}

/**
 * Rolls the version (BIP310): takes the bits within the mask from the miner, and all other bits
 * from the job.
 */
export function rolledVersion(version: number, mask: number, bits: number): number {
  return ((version & ~mask) | (bits & mask)) >>> 0;
}

const pair = Buffer.allocUnsafe(64);

function merkleRootOf(coinbase: Buffer, branches: readonly Buffer[]): Buffer {
  let root = doubleHash(coinbase);
  for (const branch of branches) {
    root.copy(pair, 0);
    branch.copy(pair, 32);
    root = doubleHash(pair);
  }
  return root;
}
