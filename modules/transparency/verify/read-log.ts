/** Downloads the public log of an installation: its checkpoint, tiles and entries. */
import {
  parseCheckpoint,
  parseNote,
  tileLevels,
  tilePath,
  tilesOf,
  unpackEntries,
  type Checkpoint,
  type SignedNote,
  type Tile,
} from "#log";
import { Missing, readBytes, UnexpectedShape } from "./read-site.ts";

/** The log as the installation published it. Nothing is verified. */
export interface PublishedLog {
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
  /** Bytes of each tile, from level 0. */
  readonly tiles: readonly (readonly Uint8Array[])[];
  readonly bodies: readonly Uint8Array[];
}

/** Leaves of about a century. A longer log would only fill this machine's memory. */
const SIZE_MAX = 10_000_000;
/** Downloads at the same time. */
const CONCURRENT = 8;

/** Returns undefined if the installation has no log. */
export async function readLog(origin: string): Promise<PublishedLog | undefined> {
  const note = await readNote(origin);
  if (!note) return undefined;
  const checkpoint = parseCheckpoint(note.text);
  if (!checkpoint) throw new UnexpectedShape("/log/checkpoint: not a checkpoint");
  const { size } = checkpoint;
  if (size > SIZE_MAX) throw new UnexpectedShape(`/log/checkpoint: ${size} leaves are too many`);
  const tiles: Uint8Array[][] = [];
  for (let level = 0; level < tileLevels(size); level += 1)
    tiles.push(await readTiles(origin, tilesOf(level, size)));
  const bundles = await readTiles(origin, tilesOf("entries", size));
  const bodies = bundles.flatMap((bundle) => {
    const entries = unpackEntries(bundle);
    if (!entries) throw new UnexpectedShape("/log/tile/entries: not a bundle of entries");
    return entries;
  });
  return { note, checkpoint, tiles, bodies };
}

async function readNote(origin: string): Promise<SignedNote | undefined> {
  try {
    const bytes = await readBytes(new URL("/log/checkpoint", origin));
    const note = parseNote(bytes.toString("utf8"));
    if (!note) throw new UnexpectedShape("/log/checkpoint: not a signed note");
    return note;
  } catch (error) {
    if (error instanceof Missing) return undefined;
    throw error;
  }
}

async function readTiles(origin: string, tiles: readonly Tile[]): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (let from = 0; from < tiles.length; from += CONCURRENT) {
    const some = tiles.slice(from, from + CONCURRENT);
    all.push(...(await Promise.all(some.map((tile) => readTile(origin, tile)))));
  }
  return all;
}

async function readTile(origin: string, tile: Tile): Promise<Uint8Array> {
  const path = `/log/${tilePath(tile)}`;
  try {
    return Uint8Array.from(await readBytes(new URL(path, origin)));
  } catch (error) {
    if (error instanceof Missing) throw new UnexpectedShape(`${path}: the tile is missing`);
    throw error;
  }
}
