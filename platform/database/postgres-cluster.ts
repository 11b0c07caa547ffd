/**
 * Creates and opens PostgreSQL's data folder. A new folder is created under a temporary name and
 * renamed when it is complete, so that an interrupted start leaves nothing that looks like a
 * database. An incomplete folder that we did not create is moved aside, never deleted.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../process/log.ts";
import { syncPath } from "../process/sync-path.ts";
import type { ProcessOwner } from "../process/system-user.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

export const SUPERUSER = "hashfloor";
export const CLUSTER_FOLDER = "postgres";

/** This file contains the password and marks the folder as complete, so it is written last. */
const MARKER = "hashfloor-password";
const DRAFT = "postgres.init-";
const REMOVAL_ATTEMPTS_MAX = 100;
const REMOVAL_PAUSE_MS = 100;

export interface Cluster {
  readonly folder: string;
  readonly password: string;
}

export interface ClusterDeps {
  readonly dataDir: string;
  /** A folder with a short path for the socket, owned by the server's user. */
  readonly runtimeFolder: string;
  readonly binaries: PostgresBinaries;
  readonly owner: ProcessOwner | undefined;
  readonly log: Log;
}

/** Opens the cluster of a data folder or creates it. The caller holds the data folder's lock. */
export async function openCluster(deps: ClusterDeps): Promise<Cluster> {
  const { dataDir, log } = deps;
  const folder = join(dataDir, CLUSTER_FOLDER);
  for (const draft of readdirSync(dataDir).filter((name) => name.startsWith(DRAFT)))
    await removeDraft(join(dataDir, draft), log);
  if (existsSync(folder) && !isWholeCluster(folder)) {
    const aside = `${folder}.broken-${new Date().toISOString().replaceAll(":", "")}`;
    renameSync(folder, aside);
    log.warn({ aside }, "the database folder is incomplete; it was set aside");
  }
  if (!existsSync(folder)) await createCluster(deps, folder);
  // The server must be able to read the file, because a base backup fails on an unreadable file.
  if (deps.owner) chownSync(join(folder, MARKER), deps.owner.uid, deps.owner.gid);
  return { folder, password: passwordOf(folder) };
}

export function isWholeCluster(folder: string): boolean {
  return existsSync(join(folder, MARKER));
}

export function passwordOf(folder: string): string {
  return readFileSync(join(folder, MARKER), "utf8");
}

/**
 * Removes an incomplete folder. The initdb of a killed parent may still write to the folder or
 * delete its own files, which can make the removal fail. In that case the next start removes the
 * remaining files.
 */
async function removeDraft(draft: string, log: Log): Promise<void> {
  let problem: unknown;
  for (let attempt = 0; attempt < REMOVAL_ATTEMPTS_MAX; attempt += 1) {
    try {
      rmSync(draft, { recursive: true, force: true });
    } catch (error) {
      problem = error;
    }
    if (!existsSync(draft)) return;
    await sleep(REMOVAL_PAUSE_MS);
  }
  log.warn({ draft, error: problem }, "could not remove the files of an interrupted start");
}

/**
 * Returns a path that a process started in `folder` can use. The server's user may not have access
 * to the parent folders, as in a checkout under /root. Linux resolves the returned link without
 * accessing the parent folders.
 */
export function serverView(folder: string, owner: ProcessOwner | undefined): string {
  return owner && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

async function createCluster(deps: ClusterDeps, folder: string): Promise<void> {
  const { dataDir, runtimeFolder, owner } = deps;
  const draft = mkdtempSync(join(dataDir, DRAFT));
  const password = randomBytes(24).toString("hex");
  const passwordFile = join(runtimeFolder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) {
    chownSync(draft, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  try {
    await runInitdb(deps, draft, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeDurably(join(draft, MARKER), password);
  syncPath(draft);
  renameSync(draft, folder);
  syncPath(dataDir);
}

async function runInitdb(
  { binaries, owner }: ClusterDeps,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const place = `--pgdata=${serverView(draft, owner)}`;
  const access = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const content = ["--encoding=UTF8", "--no-locale", "--data-checksums"];
  const child = spawn(binaries.initdb, [place, ...access, ...content], {
    cwd: draft,
    ...owner,
    env: binaries.environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`initdb could not make the database: ${complaint.trim()}`);
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  chmodSync(path, 0o400);
}
