/**
 * argon2id in a bounded queue: each hash takes 19 MiB and a core for some 20 ms, so a storm of sign-ins must not take the
 * machine from everybody else. When the queue is full the caller is told at once.
 */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's figures for argon2id, which is this library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export class HasherBusy extends Error {
  override readonly name = "HasherBusy";
}

export interface PasswordHasher {
  /** Throws HasherBusy. */
  hash(password: string): Promise<string>;
  /** With null it spends the same time and is false: an unknown address must not answer faster. Throws HasherBusy. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export async function createPasswordHasher({
  hashesAtOnceMax,
  hashesWaitingMax,
}: {
  readonly hashesAtOnceMax: number;
  readonly hashesWaitingMax: number;
}): Promise<PasswordHasher> {
  const queue = createQueue(hashesAtOnceMax, hashesWaitingMax);
  const nobodysHash = await hash(randomBytes(16), COST);
  return {
    hash: (password) => queue(() => hash(sameForm(password), COST)),
    verify: (passwordHash, password) =>
      queue(async () => {
        const isRight = await verify(passwordHash ?? nobodysHash, sameForm(password));
        return isRight && passwordHash !== null;
      }),
  };
}

/** The same password typed on another keyboard arrives as other code points (RFC 8265 uses NFC, NIST asks for NFKC). */
function sameForm(password: string): string {
  return password.normalize("NFKC");
}

function createQueue(atOnceMax: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new HasherBusy("too many passwords at once");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
