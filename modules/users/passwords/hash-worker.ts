/** What a thread of the hasher's pool runs; password-hasher.ts hands it its work by these names. */
import { hashSync, verifySync } from "@node-rs/argon2";

/** OWASP's figures for argon2id, which is this library's default kind. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): string {
  return hashSync(password, COST);
}

export function verifyPassword([passwordHash, password]: readonly [string, string]): boolean {
  return verifySync(passwordHash, password);
}
