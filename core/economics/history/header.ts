/**
 * Decodes and verifies the block headers at which the difficulty changed. The double SHA-256 of a
 * header's 80 bytes must be below the header's own target, and each target must be between a
 * quarter and four times the previous target.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

export const RETARGET_BLOCKS = 2_016;
const HEX_LENGTH = 160;
/** Byte offsets of the header's fields. */
const TIME_AT = 68;
const BITS_AT = 72;
const MOST_CHANGE = 4n;
/** The target that corresponds to difficulty 1 (nBits 0x1d00ffff). */
export const TARGET_OF_ONE = 0xffffn << 208n;

export interface Header {
  readonly height: number;
  /** Seconds since 1970, as set by the miner. */
  readonly time: number;
  readonly bits: number;
  readonly target: bigint;
  readonly hex: string;
}

export interface CheckedHeader extends Header {
  /** Block hash in hex, in the byte order of block explorers (highest byte first). */
  readonly hash: string;
}

export type HeaderFault =
  | { readonly kind: "form" | "time" | "change"; readonly height: number }
  | { readonly kind: "work"; readonly height: number; readonly hash: string };

/**
 * Decodes a block header. Returns undefined if it is not 80 bytes of hex, or if its nBits encode no
 * valid target.
 */
export function readHeader(hex: string, height: number): Header | undefined {
  if (hex.length !== HEX_LENGTH || !/^[0-9a-f]+$/.test(hex)) return undefined;
  const time = littleEndian(hex, TIME_AT);
  const bits = littleEndian(hex, BITS_AT);
  const target = targetOf(bits);
  return target === undefined ? undefined : { height, time, bits, target, hex };
}

function littleEndian(hex: string, at: number): number {
  const bytes = hex.slice(at * 2, at * 2 + 8);
  return Number.parseInt(bytes.replace(/(..)(..)(..)(..)/, "$4$3$2$1"), 16);
}

/** Decodes nBits into a target. Returns undefined if the target is not valid for any block. */
export function targetOf(bits: number): bigint | undefined {
  const size = bits >>> 24;
  const word = bits & 0x00_ff_ff_ff;
  if (size < 4 || size > 0x1d || word === 0 || word > 0x7f_ff_ff) return undefined;
  const target = BigInt(word) << BigInt(8 * (size - 3));
  return target > TARGET_OF_ONE ? undefined : target;
}

/** Difficulty as text, rounded to two decimals. */
export function headerDifficulty({ target }: Pick<Header, "target">): string {
  const hundredths = (200n * TARGET_OF_ONE + target) / (2n * target);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
}

export function headerHash(hex: string): string {
  return bytesToHex(sha256(sha256(hexToBytes(hex))).toReversed());
}

/**
 * Checks each header on its own and against the previous header. The first header must be at
 * `firstHeight`, or must follow the header `before`.
 */
export function checkHeaders(
  list: readonly string[],
  before: Header | undefined,
): { readonly checked: readonly CheckedHeader[]; readonly fault: HeaderFault | undefined } {
  const checked: CheckedHeader[] = [];
  let last = before;
  for (const hex of list) {
    const height = (last?.height ?? 0) + RETARGET_BLOCKS;
    const header = readHeader(hex, height);
    if (header === undefined) return { checked, fault: { kind: "form", height } };
    const hash = headerHash(hex);
    if (BigInt(`0x${hash}`) > header.target)
      return { checked, fault: { kind: "work", height, hash } };
    if (last && header.time <= last.time) return { checked, fault: { kind: "time", height } };
    if (last && !isPossibleChange(last.target, header.target))
      return { checked, fault: { kind: "change", height } };
    last = header;
    checked.push({ ...header, hash });
  }
  return { checked, fault: undefined };
}

/**
 * True if the new target is between a quarter and four times the old one. nBits store only 15 to 23
 * bits of a target, so truncation may put the smallest target slightly below the bound.
 */
function isPossibleChange(before: bigint, after: bigint): boolean {
  const least = before / MOST_CHANGE;
  return after <= before * MOST_CHANGE && after >= least - (least >> 15n);
}
