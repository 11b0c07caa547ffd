/**
 * Runs `pg_dump` and `pg_restore` for the operator's own PostgreSQL. A dump is a consistent
 * snapshot of all tables.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { libpqAddress, StartError } from "#platform";

/** Omits roles and their privileges, because a restored installation creates its own. */
const WITHOUT_ROLES = ["--no-owner", "--no-privileges", "--no-password"];

/**
 * Extensions to dump. Only pg_trgm, which the product uses if available, because the target of a
 * restore may lack the operator's other extensions. pg_dump fails if no extension matches, so
 * plpgsql is listed as well: every database has it, and pg_dump never dumps it.
 */
const EXTENSIONS = ["--extension=plpgsql", "--extension=pg_trgm"];

/** Returns the dump. The login must be able to read every table. Fails with pg_dump's message. */
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

/** Restores a dump to an empty database in a single transaction. */
export async function restoreDump(archive: AsyncIterable<Buffer>, url: string): Promise<void> {
  const options = [...WITHOUT_ROLES, "--exit-on-error", "--single-transaction"];
  const { child, ended } = await run("pg_restore", url, options);
  // The write error is not thrown yet, because it is only a broken pipe and the program's own
  // message is clearer.
  const writing = pipeline(archive, child.stdin ?? process.stdout).catch((error: Error) => error);
  await ended.finally(() => child.kill());
  const failure = await writing;
  if (failure) throw failure;
}

interface Run {
  readonly child: ChildProcess;
  /**
   * Resolves when the program ends. Rejects with a StartError that contains the program's message.
   */
  readonly ended: Promise<void>;
}

async function run(program: string, url: string, options: readonly string[]): Promise<Run> {
  const { address, password } = withoutPassword(url);
  const child = spawn(program, [...options, `--dbname=${address}`], {
    // The password is not an argument, because all users of the machine can read arguments.
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", PGPASSWORD: password },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (words += text));
  const ended = once(child, "close").then(([code]) => {
    if (code === 0) return;
    const [line = "it failed without a message"] = words.trim().split("\n");
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
