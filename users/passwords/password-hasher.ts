/**
 * argon2id in a bounded queue: each hash takes 19 MiB and a core for some 20 ms, so a storm of sign-ins must not take the
 * machine from everybody else. It runs in threads that give way to others, and when the queue is full the caller is told.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Piscina } from "piscina";
import { Outage, type Log } from "#platform";

/** More at once than can run and wait. */
export class HasherBusy extends Outage {}

export interface PasswordHasher {
  /** Throws HasherBusy. */
  hash(password: string): Promise<string>;
  /** With null it spends the same time and is false: an unknown address must not answer faster. Throws HasherBusy. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** As with `nice`: a tenth of what others weigh, so that sign-ins are slow and not stuck. On Linux alone it is a thread's own. */
const NICE = process.platform === "linux" ? 10 : 0;
/** The pool's own words: it has no class for this error. */
const QUEUE_IS_FULL = "Task queue is at limit";

export async function createPasswordHasher({
  hashesAtOnceMax,
  hashesWaitingMax,
  log,
}: {
  readonly hashesAtOnceMax: number;
  readonly hashesWaitingMax: number;
  readonly log: Log;
}): Promise<PasswordHasher> {
  const pool = new Piscina({
    filename: join(import.meta.dirname, "hash-worker.ts"),
    minThreads: hashesAtOnceMax,
    maxThreads: hashesAtOnceMax,
    maxQueue: hashesWaitingMax,
    stricterFIFO: true,
    niceIncrement: NICE,
    // What the server's own process was started with is not for them.
    execArgv: [],
    recordTiming: false,
  });
  pool.on("error", (error) => log.error({ error }, "a thread that hashes passwords failed"));
  const run = async (name: "hashPassword" | "verifyPassword", task: unknown): Promise<unknown> => {
    try {
      return await pool.run(task, { name });
    } catch (error) {
      if (error instanceof Error && error.message === QUEUE_IS_FULL)
        throw new HasherBusy("password check", "too many passwords at once");
      throw error;
    }
  };
  const hash = async (password: string) =>
    (await run("hashPassword", sameForm(password))) as string;
  const nobodysHash = await hash(randomBytes(16).toString("hex"));
  return {
    hash,
    async verify(passwordHash, password) {
      const isRight = await run("verifyPassword", [
        passwordHash ?? nobodysHash,
        sameForm(password),
      ]);
      return isRight === true && passwordHash !== null;
    },
  };
}

/** The same password typed on another keyboard arrives as other code points (RFC 8265 uses NFC, NIST asks for NFKC). */
function sameForm(password: string): string {
  return password.normalize("NFKC");
}
