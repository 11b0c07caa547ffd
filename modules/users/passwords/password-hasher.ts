/**
 * Hashes passwords with argon2id in a bounded, fair queue. Each hash takes 19 MiB and about 20 ms
 * of CPU time, so a flood of sign-ins could overload the machine. To prevent this, the hashing
 * threads have a lower priority, and callers are refused when the queue is full.
 */
import { randomBytes } from "node:crypto";
import { Piscina } from "piscina";
import { normalPassword } from "#api/password-rules";
import { createFairQueue, Outage, programFile, type Log } from "#platform";

/** Thrown if the queue is full. */
export class HasherBusy extends Outage {}

/** Queue client name for the operator's own programs. */
export const HOUSE = "house";

export type VerifyPassword = (passwordHash: string | null, password: string) => Promise<boolean>;

export interface PasswordHasher {
  /**
   * Hashes a password. `client` is the network or user that takes a place in the queue. Throws
   * HasherBusy.
   */
  hash(client: string, password: string): Promise<string>;
  /**
   * Returns true if the password is right. A null hash takes the same time and returns false, so
   * that the response time does not reveal unknown addresses. Throws HasherBusy.
   */
  verify(client: string, ...args: Parameters<VerifyPassword>): ReturnType<VerifyPassword>;
  /**
   * Waits for this client's turn in the queue, then runs `use`. A caller can therefore count an
   * attempt only if its password will be checked. If the queue is full, throws HasherBusy without
   * running `use`.
   */
  withPlace<Result>(
    client: string,
    use: (verify: VerifyPassword) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Throws HasherBusy if the queue is full. Call it before any other work of a request that needs
   * the queue, so that refusing a flood of requests costs almost nothing.
   */
  requirePlace(client: string): void;
  /** Returns the number of queued passwords, including those being hashed. */
  depth(): number;
}

/**
 * `nice` value of the hashing threads. It reduces their CPU share to about a tenth of the normal
 * one, so that sign-ins become slow but continue. Only Linux has a nice value per thread.
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
    // Do not inherit the options of the server process.
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
