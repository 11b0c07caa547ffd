/** Functions that run in the hasher's worker threads. password-hasher.ts calls them by name. */
import { hashSync, verifySync } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): string {
  return hashSync(password, COST);
}

export function verifyPassword([passwordHash, password]: readonly [string, string]): boolean {
  return verifySync(passwordHash, password);
}
