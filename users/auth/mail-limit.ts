/**
 * How often somebody may ask for letters to an address, and how many of them are written. Both count for each kind of letter
 * apart: asking for one must not keep another from the owner. What is asked for is refused aloud, for addresses without an
 * account alike; a letter too many in the hour is left out in silence, because its like lie in the mailbox and still work.
 */
import { createHash } from "node:crypto";
import type { UsersParts } from "../parts.ts";
import { countHit } from "../rate-counters-table.ts";
import { AuthError } from "./auth-error.ts";

export type MailKind =
  | "recovery"
  | "magiclink"
  | "signup"
  | "email_change"
  | "email_change_again"
  | "reauthentication";

interface Asked {
  readonly email: string;
  readonly kind: MailKind;
}

type Parts = Pick<UsersParts, "clock" | "database" | "limits">;

export const MAIL_HOUR_SECONDS = 3_600;

/** One a minute. Throws over_email_send_rate_limit. */
export async function limitMail(parts: Parts, asked: Asked): Promise<void> {
  const windowMs = parts.limits.mailPauseMs;
  const key = `mail/${placeOf(asked)}`;
  if ((await countHit(parts.database, { key, windowMs, now: parts.clock.now() })) > 1)
    throw refuseMail(Math.ceil(windowMs / 1000));
}

/** Counts a letter that is about to be written. False: enough of them this hour. Not for use inside a transaction. */
export async function countLetter(parts: Parts, asked: Asked): Promise<boolean> {
  const { database, clock, limits } = parts;
  const key = `letter/${placeOf(asked)}`;
  const windowMs = MAIL_HOUR_SECONDS * 1000;
  const count = await countHit(database, { key, windowMs, now: clock.now() });
  return count <= limits.mailsPerHourMax;
}

export function refuseMail(seconds: number): AuthError {
  return new AuthError(
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${seconds} seconds.`,
  );
}

function placeOf({ email, kind }: Asked): string {
  return `${kind}/${createHash("sha256").update(email).digest("hex")}`;
}
