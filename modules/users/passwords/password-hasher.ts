/**
 * argon2id in a bounded and fair queue: each hash takes 19 MiB and a core for some 20 ms, so a
 * storm of sign-ins must not take the machine from everybody else. It runs in threads that give way
 * to others, and when the queue is full the caller is told.
 */
import { randomBytes } from "node:crypto";
import { Piscina } from "piscina";
import { normalPassword } from "#api/password-rules";
import { createFairQueue, Outage, programFile, type Log } from "#platform";

/** More at once than can run and wait. */
export class HasherBusy extends Outage {}

/** Whom the work of the operator's own programs counts for. */
export const HOUSE = "house";

export type VerifyPassword = (passwordHash: string | null, password: string) => Promise<boolean>;

export interface PasswordHasher {
  /** Throws HasherBusy. `whose` tells whom it counts for: a network or a person. */
  hash(client: string, password: string): Promise<string>;
  /**
   * With null it spends the same time and is false: an unknown address must not answer faster.
   * Throws HasherBusy.
   */
  verify(client: string, ...args: Parameters<VerifyPassword>): ReturnType<VerifyPassword>;
  /**
   * For what is counted before it is looked at: `use` begins when it is its turn, so that what it
   * counted is never left unlooked at. Throws HasherBusy, and then has not begun.
   */
  withPlace<Result>(
    client: string,
    use: (verify: VerifyPassword) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Before anything else is done for a request that will want a turn: those of a flood that are
   * refused cost next to nothing. Throws HasherBusy.
   */
  requirePlace(client: string): void;
  /** Passwords that are being hashed or wait for it. */
  depth(): number;
}

/**
 * As with `nice`: a tenth of what others weigh, so that sign-ins are slow and not stuck. On Linux
 * alone it is a thread's own.
 */
const NICE = process.platform === "linux" ? 10 : 0;

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
    filename: programFile("modules/users/passwords/hash-worker.ts"),
    minThreads: hashesAtOnceMax,
    maxThreads: hashesAtOnceMax,
    niceIncrement: NICE,
    // What the server's own process was started with is not for them.
    execArgv: [],
    recordTiming: false,
  });
  pool.on("error", (error) => log.error({ error }, "a password hashing thread failed"));
  const busy = () => new HasherBusy("password check", "too many passwords at once");
  const queue = createFairQueue({
    atOnceMax: hashesAtOnceMax,
    waitingMax: hashesWaitingMax,
    busy,
  });
  const hash = (client: string, password: string) =>
    queue.take(
      client,
      async () => (await pool.run(normalPassword(password), { name: "hashPassword" })) as string,
    );
  const decoyHash = await hash(HOUSE, randomBytes(16).toString("hex"));
  const verify: VerifyPassword = async (passwordHash, password) => {
    const task = [passwordHash ?? decoyHash, normalPassword(password)];
    const isRight: unknown = await pool.run(task, { name: "verifyPassword" });
    return isRight === true && passwordHash !== null;
  };
  return {
    hash,
    verify: (client, ...args) => queue.take(client, () => verify(...args)),
    withPlace: (client, use) => queue.take(client, () => use(verify)),
    requirePlace(client) {
      if (!queue.hasPlace(client)) throw busy();
    },
    depth: queue.depth,
  };
}
