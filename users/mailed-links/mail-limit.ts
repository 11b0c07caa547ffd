/**
 * What an address can be asked to bear: letters, and wrong codes out of them. How often somebody may ask for letters to an address, and how many of them are written. Both count for each kind of letter
 * apart: asking for one must not keep another from the owner. What is asked for is refused aloud, for addresses without an
 * account alike; a letter too many in the hour is left out in silence, because its like lie in the mailbox and still work.
 */
import { createHash } from "node:crypto";
import type { UsersParts } from "../parts/users-parts.ts";
import { countHit, hitsSoFar, type RateWindow } from "../rules/rate-counters-table.ts";

export type MailKind =
  | "recovery"
  | "magiclink"
  | "signup"
  | "email_change"
  | "email_change_again"
  | "reauthentication";

export interface AskedMail {
  readonly email: string;
  readonly kind: MailKind;
}

type Parts = Pick<UsersParts, "clock" | "database" | "limits">;

export const MAIL_HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

/** One a minute. Counts the request and returns the seconds to wait before the next one, or undefined when it may be met. */
export async function countMailRequest(
  parts: Parts,
  asked: AskedMail,
): Promise<number | undefined> {
  const windowMs = parts.limits.mailPauseMs;
  const key = `mail/${placeOf(asked)}`;
  const count = await countHit(parts.database, { key, windowMs, now: parts.clock.now() });
  return count > 1 ? Math.ceil(windowMs / 1000) : undefined;
}

/** Counts a letter that is about to be written. False: enough of them this hour. Not for use inside a transaction. */
export async function countLetter(parts: Parts, asked: AskedMail): Promise<boolean> {
  const { database, clock, limits } = parts;
  const key = `letter/${placeOf(asked)}`;
  const windowMs = MAIL_HOUR_SECONDS * 1000;
  const count = await countHit(database, { key, windowMs, now: clock.now() });
  return count <= limits.mailsPerHourMax;
}

/** A new code each minute must not mean five more guesses each minute. The link of the letter works on. */
export async function hasCodeTries(parts: Parts, email: string): Promise<boolean> {
  return (
    (await hitsSoFar(parts.database, codeMisses(parts, email))) < parts.limits.codeMissesPerDayMax
  );
}

export async function countCodeMiss(parts: Parts, email: string): Promise<void> {
  await countHit(parts.database, codeMisses(parts, email));
}

function codeMisses({ clock }: Parts, email: string): RateWindow {
  return { key: `code-miss/${hashOf(email)}`, windowMs: DAY_MS, now: clock.now() };
}

function placeOf({ email, kind }: AskedMail): string {
  return `${kind}/${hashOf(email)}`;
}

function hashOf(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
