/**
 * Finds shares by trying nonces, like a miner. It builds block headers with the second
 * implementation in stratum-judge.ts.
 */
import { hash } from "node:crypto";
import { headerHex } from "./stratum-judge.ts";

export interface Work {
  readonly notify: readonly unknown[];
  readonly extranonce1: string;
  /** The extranonce2, in 16 hex digits. */
  readonly extranonce2: string;
  readonly difficultyMicros: bigint;
  /** The rolled version bits, or undefined if none are rolled. */
  readonly versionBits?: string;
  readonly mask?: string;
}

/** Returns the `mining.submit` parameters that follow the worker's name. */
export function findShare(work: Work, firstNonce = 0): readonly string[] {
  const { notify, extranonce1, extranonce2, versionBits } = work;
  const ntime = String(notify[7]);
  const mask = BigInt(`0x${work.mask ?? "0"}`);
  const bits = BigInt(`0x${versionBits ?? "0"}`) & mask;
  const version = (BigInt(`0x${String(notify[5])}`) & (0xffff_ffffn ^ mask)) | bits;
  const parts = { extranonce: extranonce1 + extranonce2, ntime, nonce: "00000000", version };
  const header = Buffer.from(headerHex(notify, parts), "hex");
  const limit = ((0xffffn << 208n) * 1_000_000n) / work.difficultyMicros;
  for (let nonce = firstNonce; nonce <= 0xffff_ffff; nonce += 1) {
    header.writeUInt32LE(nonce, 76);
    const result = hash("sha256", hash("sha256", header, "buffer"), "buffer");
    // At every difficulty used in tests, this byte of a share's hash is zero. Checking it first
    // avoids converting each hash to a bigint.
    if (result[31] !== 0) continue;
    if (BigInt(`0x${Buffer.from(result.toReversed()).toString("hex")}`) > limit) continue;
    const share = [extranonce2, ntime, nonce.toString(16).padStart(8, "0")];
    return [String(notify[0]), ...share, ...(versionBits === undefined ? [] : [versionBits])];
  }
  throw new Error("no nonce is good enough");
}
