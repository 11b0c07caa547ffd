/** Unpacks a backup, either to verify it in a temporary folder or to restore it. */
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { startPostgres, StartError, unpackCluster, type Log } from "#platform";
import { readSealed } from "./copy/copied-file.ts";
import { unpackFiles, writeFiles, writeKeyFiles } from "./copy/data-files.ts";
import type { Keys } from "./copy/key-file.ts";
import { DATABASE_FILE, FOLDER_FILE, type Manifest } from "./copy/manifest.ts";
import { restoreDump } from "./database/dump.ts";

export interface OpenCopy {
  readonly folder: string;
  readonly kind: Manifest["database"]["kind"];
  readonly keys: Keys;
}

export async function unpackFolder({ folder, keys }: OpenCopy, dataDir: string): Promise<void> {
  writeKeyFiles(dataDir, keys.files);
  const facts = readSealed({ folder, name: FOLDER_FILE }, keys.copyKey);
  writeFiles(dataDir, await unpackFiles(facts));
}

interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Restores the backup's database to `plan.dataDir` and starts a PostgreSQL server there. */
export async function unpackDatabase(
  { folder, kind, keys }: OpenCopy,
  plan: { readonly dataDir: string; readonly log: Log; readonly settings?: Record<string, string> },
): Promise<Server> {
  const archive = readSealed({ folder, name: DATABASE_FILE }, keys.copyKey);
  if (kind === "cluster") {
    await unpackCluster(unzip(archive), plan.dataDir);
    return startUnpacked(plan);
  }
  const server = await startPostgres(plan);
  try {
    await restoreDump(archive, server.url);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Starts the server. Converts its start errors to StartErrors, because the operator can fix their
 * causes: a full disk or a different major version of PostgreSQL.
 */
async function startUnpacked(plan: Parameters<typeof startPostgres>[0]): Promise<Server> {
  try {
    return await startPostgres(plan);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database of the copy does not start: ${reason}`, { cause });
  }
}

async function* unzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // The error is ignored here, because the stream's reader also receives it.
  pipeline(packed, unpacked).catch(() => undefined);
  for await (const chunk of unpacked) yield chunk as Buffer;
}
