/** Reads what the public routes show of the log. */
import { formatVkey, packEntries, TILE_WIDTH, type Tile } from "#log";
import type { MasterKey, Queryable } from "#platform";
import { readCosignatures } from "./cosignatures-table.ts";
import { readLogKey, verifierKey } from "./log-key.ts";
import { newestHead, newestLog, readBodies, readTile } from "./log-table.ts";

/** Adds the signature lines of witnesses to a signed note. */
export function joinNote(note: string, cosignatures: readonly string[]): string {
  return note + cosignatures.map((line) => `${line}\n`).join("");
}

/** Returns the newest checkpoint with all signatures. Undefined before the first one. */
export async function readCheckpoint(queryable: Queryable): Promise<string | undefined> {
  const log = await newestLog(queryable);
  const head = log && (await newestHead(queryable, log));
  return head && joinNote(head.note, await readCosignatures(queryable, log, head.size));
}

/** Returns the bytes of a tile. Undefined if the log does not have all of it. */
export async function readTileBytes(
  queryable: Queryable,
  tile: Tile,
): Promise<Uint8Array | undefined> {
  const log = await newestLog(queryable);
  if (!log) return undefined;
  const { level, index, width } = tile;
  const parts =
    level === "entries"
      ? await readBodies(queryable, log, { from: index * TILE_WIDTH, count: width })
      : await readTile(queryable, log, { level, index, width });
  if (parts.length !== width) return undefined;
  return level === "entries" ? packEntries(parts) : Buffer.concat(parts);
}

export interface LogStatement {
  readonly vkey: string;
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly checkpoint: string;
}

/** Returns the log's key and head for practice.json. Undefined before the first checkpoint. */
export async function readLogStatement(
  queryable: Queryable,
  masterKey: MasterKey,
): Promise<{ readonly log: LogStatement; readonly secretKey: Buffer } | undefined> {
  const log = await newestLog(queryable);
  const head = log && (await newestHead(queryable, log));
  const key = head && (await readLogKey(queryable, masterKey));
  if (!key) return undefined;
  const { origin } = log;
  return {
    secretKey: key.secretKey,
    log: {
      vkey: formatVkey(verifierKey(origin, key)),
      origin,
      size: head.size,
      root: head.root.toString("hex"),
      checkpoint: joinNote(head.note, await readCosignatures(queryable, log, head.size)),
    },
  };
}
