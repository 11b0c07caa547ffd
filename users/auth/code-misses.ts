/** How many wrong mailed codes an address gets in a day: a new code each minute must not mean five more guesses each minute. */
import { createHash } from "node:crypto";
import type { UsersParts } from "../parts.ts";
import { countHit, hitsSoFar, type RateWindow } from "../rate-counters-table.ts";
import { AuthError } from "./auth-error.ts";

type Parts = Pick<UsersParts, "clock" | "database" | "limits">;

const DAY_MS = 86_400_000;

/** Throws over_request_rate_limit. The link of the letter works on. */
export async function requireCodeTries(parts: Parts, email: string): Promise<void> {
  if ((await hitsSoFar(parts.database, windowOf(parts, email))) >= parts.limits.codeMissesPerDayMax)
    throw new AuthError("over_request_rate_limit");
}

export async function countCodeMiss(parts: Parts, email: string): Promise<void> {
  await countHit(parts.database, windowOf(parts, email));
}

function windowOf({ clock }: Parts, email: string): RateWindow {
  const hash = createHash("sha256").update(email).digest("hex");
  return { key: `code-miss/${hash}`, windowMs: DAY_MS, now: clock.now() };
}
