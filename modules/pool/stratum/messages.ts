/** Parses lines from miners. Invalid input returns undefined. No function throws. */
import { EXTRANONCE2_BYTES } from "./job.ts";
import type { Nonces } from "./judge-share.ts";

/** Id of a request, repeated in the response. */
export type RequestId = string | number | null;

export interface StratumRequest {
  /** Undefined for a notification, which has no response. */
  readonly id: RequestId | undefined;
  readonly method: string;
  /** Empty if the message has no list of parameters. */
  readonly params: readonly unknown[];
}

/** Parses a line. Returns undefined if the line is not a Stratum request. */
export function readRequest(line: string): StratumRequest | undefined {
  const message = parsed(line);
  if (message === null || typeof message !== "object" || Array.isArray(message)) return undefined;
  const { id, method, params } = message as Readonly<Record<string, unknown>>;
  if (typeof method !== "string") return undefined;
  return { id: readId(id), method, params: Array.isArray(params) ? params : [] };
}

/** True if the client speaks HTTP, or TLS on the plain port. */
export function isOtherProtocol(firstBytes: Uint8Array): boolean {
  const text = Buffer.from(firstBytes).toString("latin1");
  return text.startsWith("\u0016\u0003") || /^[A-Z]{3,7} [^ ]* HTTP\//.test(text);
}

export interface MinerName {
  /** A user's mining name, or the name of the house rig. */
  readonly user: string;
  readonly worker: string;
}

const USER = /^(?:[a-z0-9][a-z0-9_-]{2,31}|_house)$/;
const WORKER = /^[A-Za-z0-9_-]{1,32}$/;
const WORKER_PRESET = "default";

/** Splits a miner's name at the first dot. Returns undefined if no user can have that name. */
export function readMinerName(text: unknown): MinerName | undefined {
  if (typeof text !== "string") return undefined;
  const dot = text.indexOf(".");
  const user = dot === -1 ? text : text.slice(0, dot);
  const worker = dot === -1 ? WORKER_PRESET : text.slice(dot + 1);
  return USER.test(user) && WORKER.test(worker) ? { user, worker } : undefined;
}

/** Returns the fixed difficulty in a password such as `x,d=0.01`. */
export function difficultyIn(password: unknown): string | undefined {
  if (typeof password !== "string") return undefined;
  return /(?:^|,)d=([^,]{1,32})(?:,|$)/.exec(password)?.[1];
}

export interface ReadSubmit {
  readonly jobId: string;
  readonly nonces: Nonces;
}

/**
 * Parses the parameters of a submit that follow the worker's name. Returns undefined if a parameter
 * is malformed.
 */
export function readSubmit([, ...rest]: readonly unknown[]): ReadSubmit | undefined {
  const [jobId, extranonce2, time, nonce, versionBits = "00000000"] = rest;
  if (typeof jobId !== "string") return undefined;
  const extra = readHex(extranonce2, EXTRANONCE2_BYTES);
  const words = [time, nonce, versionBits].map((word) => readHex(word, 4));
  const [timeSeconds, number, bits] = words.map((word) => word?.readUInt32BE());
  if (!extra || timeSeconds === undefined || number === undefined || bits === undefined)
    return undefined;
  return { jobId, nonces: { extranonce2: extra, timeSeconds, nonce: number, versionBits: bits } };
}

/** Parses a BIP310 mask of 8 hex digits. */
export function readMask(text: unknown): number | undefined {
  return readHex(text, 4)?.readUInt32BE();
}

/**
 * Decodes hex. Checks the length and the digits first, because Node's decoder silently stops at an
 * invalid digit.
 */
function readHex(text: unknown, bytes: number): Buffer | undefined {
  if (typeof text !== "string" || text.length !== bytes * 2) return undefined;
  const lower = text.toLowerCase();
  return /^[0-9a-f]+$/.test(lower) ? Buffer.from(lower, "hex") : undefined;
}

function readId(id: unknown): RequestId | undefined {
  if (id === undefined) return undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
