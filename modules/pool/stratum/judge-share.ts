/**
 * Whether a share counts, in the order of the checks that miners know. Pure: the time, and whether
 * a header was seen before, are arguments. A share is known again by the hash of its 80 bytes,
 * never by what was sent: one header can be written in many ways.
 */
import { doubleHash } from "./double-hash.ts";
import { isAtMost, shareMicros } from "./difficulty.ts";
import type { Job } from "./job.ts";

/** Numbers as they stand in the header; the extranonce as bytes. */
export interface Nonces {
  readonly extranonce2: Buffer;
  readonly timeSeconds: number;
  readonly nonce: number;
  /** Sixth parameter; 0 without one. */
  readonly versionBits: number;
}

/** A job as one connection got it. */
export interface SentJob {
  readonly id: string;
  readonly job: Job;
  /** How often the same template had been sent to it before. */
  readonly variant: number;
  readonly coinbaseHead: Buffer;
  /** The difficulty that was in force when it was sent, in millionths. */
  readonly micros: number;
  /** The same as the highest hash that is good enough, highest byte first. */
  readonly target: Buffer;
  readonly sentAtMs: number;
}

export interface Judged {
  readonly sent: SentJob;
  readonly extranonce1: Buffer;
  readonly versionMask: number;
  readonly nonces: Nonces;
  readonly nowMs: number;
  /** By `shareKey`. */
  readonly isSeen: (key: string) => boolean;
}

/** What a block is made of. */
export interface Solved {
  readonly hash: Buffer;
  readonly header: Buffer;
  readonly coinbase: Buffer;
  readonly shareMicros: bigint;
  /** It meets the target of the chain too. */
  readonly isBlock: boolean;
}

export type RejectReason = "stale" | "duplicate" | "low" | "invalid";

export interface Rejection {
  readonly code: 20 | 21 | 22 | 23 | 24 | 25;
  readonly text: string;
  /** Under which the worker's rejects count it; null: it is the pool's doing. */
  readonly reason: RejectReason | null;
}

export type Verdict =
  | ({ readonly kind: "accepted" } & Solved)
  /** `solved`: too easy for its job, but on a chain that is easier still it may be a block. */
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

/** Beyond what the chain itself allows a block's time to be ahead. */
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

/** How good a share is costs a division: only of those that are kept. */
function solvedBy(hashed: Hashed): Solved {
  return { ...hashed, shareMicros: shareMicros(hashed.hash) };
}

/** One character a byte: the shortest text that a set can hold. */
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

/** BIP310: bits of the mask come from the miner, the rest from the job. */
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
