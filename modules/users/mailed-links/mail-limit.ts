/**
 * Limits message requests per address, written messages, and wrong codes. Limits apply per kind of
 * message, so that requests for one kind do not block another. A request above the limit is
 * refused, even if the address has no account. Above the hourly limit, the message is silently
 * dropped, because the earlier messages in the mailbox are still valid.
 */
import { createHash } from "node:crypto";
import type { UsersDeps } from "../deps/users-deps.ts";
import type { Visitor } from "../deps/visitor.ts";
import {
  countNetworkHit,
  isNetworkAtLimit,
  type NetworkWindow,
} from "../rules/network-counters.ts";
import { countHit, hitsSoFar, type RateWindow } from "../rules/rate-counters-table.ts";
import { SignInRefusal } from "../rules/sign-in-refusal.ts";

export type MailKind =
  | "recovery"
  | "magiclink"
  | "signup"
  | "email_change"
  | "email_change_again"
  | "reauthentication";

interface MailRequest {
  readonly email: string;
  readonly kind: MailKind;
}

type Deps = Pick<UsersDeps, "clock" | "database" | "limits">;

export const MAIL_HOUR_SECONDS = 3_600;
const DAY_MS = 86_400_000;

/**
 * Counts a request for a message. Throws over_email_send_rate_limit above one request per minute.
 */
export async function limitMail(deps: Deps, mail: MailRequest): Promise<void> {
  const windowMs = deps.limits.mailPauseMs;
  const key = `mail/${placeOf(mail)}`;
  const count = await countHit(deps.database, { key, windowMs, now: deps.clock.now() });
  if (count > 1) throw refuseMail(Math.ceil(windowMs / 1000));
}

/**
 * Counts a message that is about to be written. Returns false if the hourly limit is reached. Do
 * not call it inside a transaction.
 */
export async function countMessage(deps: Deps, mail: MailRequest): Promise<boolean> {
  const { database, clock, limits } = deps;
  const key = `message/${placeOf(mail)}`;
  const windowMs = MAIL_HOUR_SECONDS * 1000;
  const count = await countHit(database, { key, windowMs, now: clock.now() });
  return count <= limits.mailsPerHourMax;
}

/**
 * Throws over_request_rate_limit after too many wrong codes per address or per network. Therefore
 * neither requesting new codes nor trying many addresses allows more guesses. Links still work.
 */
export async function requireCodeTries(deps: Deps, email: string, visitor: Visitor): Promise<void> {
  const [ofAddress, isNetworkFull] = await Promise.all([
    hitsSoFar(deps.database, codeMisses(deps, email)),
    isNetworkAtLimit(deps.database, networkMisses(deps, visitor)),
  ]);
  if (ofAddress >= deps.limits.codeMissesPerDayMax || isNetworkFull)
    throw new SignInRefusal("over_request_rate_limit");
}

export async function countCodeMiss(deps: Deps, email: string, visitor: Visitor): Promise<void> {
  await countHit(deps.database, codeMisses(deps, email));
  await countNetworkHit(deps.database, networkMisses(deps, visitor));
}

function networkMisses({ clock, limits }: Deps, { ip }: Visitor): NetworkWindow {
  const max = limits.codeMissesOfNetworkMax;
  return { key: "code-miss-of", origin: { ip }, max, windowMs: DAY_MS, now: clock.now() };
}

function codeMisses({ clock }: Deps, email: string): RateWindow {
  return { key: `code-miss/${hashOf(email)}`, windowMs: DAY_MS, now: clock.now() };
}

export function refuseMail(seconds: number): SignInRefusal {
  const text = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new SignInRefusal("over_email_send_rate_limit", { text });
}

function placeOf({ email, kind }: MailRequest): string {
  return `${kind}/${hashOf(email)}`;
}

function hashOf(email: string): string {
  return createHash("sha256").update(email).digest("hex");
}
