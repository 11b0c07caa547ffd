/** Unpacks a base backup into a data folder, ready for the next start of PostgreSQL. */
import { chmodSync, chownSync, createWriteStream, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ProcessOwner } from "../process/system-user.ts";
import { serverOwner } from "./postgres-binaries.ts";
import { CLUSTER_FOLDER, isWholeCluster } from "./postgres-cluster.ts";
import { readTar, type TarEntry } from "./read-tar.ts";

/** Unpacks the archive. Throws an Error if it is invalid or `dataDir` already has a cluster. */
export async function unpackCluster(
  archive: AsyncIterable<Buffer>,
  dataDir: string,
): Promise<void> {
  const folder = join(dataDir, CLUSTER_FOLDER);
  if (existsSync(folder)) throw new Error(`${folder} already exists`);
  const owner = serverOwner();
  makeFolder(folder, 0o700, owner);
  for await (const entry of readTar(archive)) await unpackEntry(folder, entry, owner);
  if (!isWholeCluster(folder)) throw new Error("the archive contains no complete database");
}

async function unpackEntry(
  folder: string,
  { name, kind, mode, content }: TarEntry,
  owner: ProcessOwner | undefined,
): Promise<void> {
  const path = join(folder, name);
  if (kind === "folder") {
    makeFolder(path, mode, owner);
    return;
  }
  // The folder is created here, because the archive contains WAL files without an entry for their
  // folder.
  if (!existsSync(dirname(path))) makeFolder(dirname(path), 0o700, owner);
  await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  give(path, mode, owner);
}

function makeFolder(path: string, mode: number, owner: ProcessOwner | undefined): void {
  mkdirSync(path, { recursive: true });
  give(path, mode, owner);
}

function give(path: string, mode: number, owner: ProcessOwner | undefined): void {
  chmodSync(path, mode);
  if (owner) chownSync(path, owner.uid, owner.gid);
}
