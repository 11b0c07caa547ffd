/**
 * `pg_dump` and `pg_restore` of the operator's PostgreSQL: a dump is one snapshot of its tables.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { libpqAddress, StartError } from "#platform";

/**
 * Roles and what they may do are left out: the installation makes its own wherever it comes back.
 */
const WITHOUT_ROLES = ["--no-owner", "--no-privileges", "--no-password"];

/**
 * Which extensions come along: the one that the product uses where it is there. Another of the
 * operator's may be missing where the copy comes back. plpgsql is in every database, so that one
 * at least is found, and is never part of a dump.
 */
const EXTENSIONS = ["--extension=plpgsql", "--extension=pg_trgm"];

/** By somebody who may read every table. Fails with what pg_dump says. */
export async function dump(url: string): Promise<Readable> {
  const { child, ended } = await run("pg_dump", url, [
    "--format=custom",
    ...EXTENSIONS,
    ...WITHOUT_ROLES,
  ]);
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of child.stdout ?? []) yield chunk as Buffer;
      await ended;
    } finally {
      child.kill();
    }
  }
  return Readable.from(content(), { objectMode: false });
}

/** Into an empty database; nothing of it stays when it fails. */
export async function restoreDump(archive: AsyncIterable<Buffer>, url: string): Promise<void> {
  const options = [...WITHOUT_ROLES, "--exit-on-error", "--single-transaction"];
  const { child, ended } = await run("pg_restore", url, options);
  // Its own words say more than the broken pipe.
  const writing = pipeline(archive, child.stdin ?? process.stdout).catch((error: Error) => error);
  await ended.finally(() => child.kill());
  const failure = await writing;
  if (failure) throw failure;
}

interface Run {
  readonly child: ChildProcess;
  /** Rejects with a StartError in the program's last words. */
  readonly ended: Promise<void>;
}

async function run(program: string, url: string, options: readonly string[]): Promise<Run> {
  const { address, password } = withoutPassword(url);
  const child = spawn(program, [...options, `--dbname=${address}`], {
    // A command line is read by everybody on the machine.
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", PGPASSWORD: password },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (words += text));
  const ended = once(child, "close").then(([code]) => {
    if (code === 0) return;
    const [line = "it ended without a word"] = words.trim().split("\n");
    throw new StartError(`DATABASE_URL: ${line.replace(/^\w+: error: /, `${program}: `)}`);
  });
  ended.catch(() => undefined);
  try {
    await once(child, "spawn");
  } catch (cause) {
    throw new StartError(
      `DATABASE_URL: ${program} is not on the PATH. Install PostgreSQL's client programs.`,
      { cause },
    );
  }
  return { child, ended };
}

function withoutPassword(url: string) {
  const address = new URL(libpqAddress(url));
  const password = decodeURIComponent(address.password);
  address.password = "";
  return { address: address.href, password };
}
