/**
 * What only the hosted service knows about a token: whether its session still stands, and whether its owner has a second
 * factor. The token's own `aal` says what was proved, not what could have been.
 */
import { z } from "zod";
import { Outage } from "#platform";

export interface HostedUser {
  /** The session was signed out, or the person is gone. */
  readonly isGone: boolean;
  readonly hasSecondFactor: boolean;
}

/** Throws an Outage when the service does not answer. */
export type AskHostedUser = (token: string, nowMs: number) => Promise<HostedUser>;

interface Kept extends HostedUser {
  readonly askedAtMs: number;
}

const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;
const FETCH_MS_MAX = 5_000;

const answer = z.object({ factors: z.array(z.object({ status: z.string() })).default([]) });

/** An answer is good for a minute: the service limits how often it is asked. */
export function askingHostedUser(issuer: string, anonKey: string): AskHostedUser {
  const kept = new Map<string, Kept>();
  return async (token, nowMs) => {
    const known = kept.get(token);
    if (known && nowMs >= known.askedAtMs && nowMs - known.askedAtMs < KEPT_MS) return known;
    const asked = await ask(issuer, anonKey, token);
    kept.delete(token);
    kept.set(token, { ...asked, askedAtMs: nowMs });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return asked;
  };
}

async function ask(issuer: string, anonKey: string, token: string): Promise<HostedUser> {
  const response = await fetch(`${issuer}/user`, {
    headers: { apikey: anonKey, authorization: `Bearer ${token}` },
    redirect: "error",
    signal: AbortSignal.timeout(FETCH_MS_MAX),
  }).catch((cause: unknown) => {
    throw new Outage("sign-in service", "it did not tell about the person", { cause });
  });
  if (response.status === 401 || response.status === 403)
    return { isGone: true, hasSecondFactor: false };
  // A service that only publishes keys has nobody with a second factor to tell about.
  if (response.status === 404) return { isGone: false, hasSecondFactor: false };
  if (!response.ok) throw new Outage("sign-in service", `it answered ${response.status}`);
  const told = answer.safeParse(await response.json().catch(() => undefined));
  if (!told.success) throw new Outage("sign-in service", "it answered something else than a user");
  const hasSecondFactor = told.data.factors.some(({ status }) => status === "verified");
  return { isGone: false, hasSecondFactor };
}
