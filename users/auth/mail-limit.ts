/** One letter a minute to an address, whoever asks and for whatever; addresses without an account are counted alike. */
import { createHash } from "node:crypto";
import type { UsersParts } from "../parts.ts";
import { countHit } from "../rate-counters-table.ts";
import { AuthError } from "./auth-error.ts";

/** Throws over_email_send_rate_limit. */
export async function limitMail(
  { database, clock, limits }: Pick<UsersParts, "clock" | "database" | "limits">,
  email: string,
): Promise<void> {
  const windowMs = limits.mailPauseMs;
  const key = `mail/${createHash("sha256").update(email).digest("hex")}`;
  if ((await countHit(database, { key, windowMs, now: clock.now() })) <= 1) return;
  const seconds = String(Math.ceil(windowMs / 1000));
  throw new AuthError(
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}
