/**
 * Tiles of a log: 256 consecutive hashes of one level, or the bodies of 256 leaves. Level 1 has the
 * hashes of full tiles of level 0, and so on.
 *
 * Source: https://c2sp.org/tlog-tiles
 */
import { concatBytes } from "@noble/hashes/utils.js";

export const TILE_WIDTH = 256;
/** Levels of the tree per level of tiles. */
export const TILE_HEIGHT = 8;
const LENGTH_BYTES = 2;
/** Longest body of a leaf. */
export const BODY_BYTES_MAX = 65_535;

export interface Tile {
  /** Level of the tile, or `entries` for the bodies of leaves. */
  readonly level: number | "entries";
  readonly index: number;
  /** Number of hashes or bodies, from 1 to 256. */
  readonly width: number;
}

/** Returns the path of a tile below the log's address, such as `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const last = groups.pop() ?? "";
  const name = [...groups.map((group) => `x${group}`), last].join("/");
  return `tile/${level}/${name}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** Tiles below a million hold the hashes of 256 million leaves. */
const TILE_PATH = /^tile\/(entries|0|[1-7])\/((?:x\d{3}\/)?\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Parses the path of a tile. Returns undefined if no log of this software has such a tile. */
export function parseTilePath(path: string): Tile | undefined {
  const [, levelText, name, widthText] = TILE_PATH.exec(path) ?? [];
  if (levelText === undefined || name === undefined) return undefined;
  const level = levelText === "entries" ? ("entries" as const) : Number(levelText);
  const index = Number(name.replaceAll(/[x/]/g, ""));
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  if (widthText !== undefined && width >= TILE_WIDTH) return undefined;
  const tile = { level, index, width };
  // The same tile has only one path.
  return tilePath(tile) === path ? tile : undefined;
}

/** Returns the tiles of one level of a log with `size` leaves. */
export function tilesOf(level: number | "entries", size: number): Tile[] {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  return Array.from({ length: Math.ceil(hashes / TILE_WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH),
  }));
}

/** Returns the number of levels of tiles in a log with `size` leaves. */
export function tileLevels(size: number): number {
  let levels = 0;
  for (let hashes = size; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) levels += 1;
  return levels;
}

/** Joins bodies, each after its length in two bytes. Throws RangeError if a body is too long. */
export function packEntries(bodies: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...bodies.flatMap((body) => [lengthBytes(body.length), body]));
}

function lengthBytes(length: number): Uint8Array {
  if (length > BODY_BYTES_MAX) throw new RangeError(`a leaf of ${length} bytes is too long`);
  return Uint8Array.of(length >> 8, length & 255);
}

/** Returns the bodies. Returns undefined if the bytes are malformed or more than one bundle. */
export function unpackEntries(bytes: Uint8Array): Uint8Array[] | undefined {
  const bodies: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const end = at + LENGTH_BYTES + length;
    if (end > bytes.length || bodies.length === TILE_WIDTH) return undefined;
    bodies.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return bodies;
}
