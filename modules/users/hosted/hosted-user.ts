/**
 * Requests facts from the hosted service that a token does not contain: whether the session is
 * open, whether the user has a second factor, and the user's credentials. The token's `aal` shows
 * only the level reached, not which factors exist.
 */
import { z } from "zod";
import { Outage, type Log } from "#platform";
import type { HostedCredentials } from "./hosted-credentials.ts";
import { hostedUserEndpoint } from "./hosted-user-endpoint.ts";

export interface HostedUser {
  /** True if the session was signed out or the user was deleted. */
  readonly isGone: boolean;
  readonly hasSecondFactor: boolean;
  /** Undefined if the service has no GET /user endpoint. */
  readonly credentials: HostedCredentials | undefined;
  readonly askedAtMs: number;
}

/** Requests a user's facts from the service. Throws an Outage if the service does not respond. */
export type AskHostedUser = (token: string, nowMs: number) => Promise<HostedUser>;

interface Setup {
  readonly issuer: string;
  readonly anonKey: string;
  readonly log: Log;
  /** Returns true if the service has ever reported a user, in this run or an earlier one. */
  readonly hasReportedPeople: () => Promise<boolean>;
}

const CACHE_MS = 60_000;
const KEPT_MAX = 10_000;
const FETCH_MS_MAX = 5_000;

const idOf = z.object({ id: z.string().catch("") });
const answer = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  factors: z.array(idOf.extend({ status: z.string() })).default([]),
  identities: z.array(idOf).nullish().catch(undefined),
});

/** Creates the query. Caches responses for a minute, because the service is rate-limited. */
export function createHostedUserQuery(setup: Setup): AskHostedUser {
  const cache = new Map<string, HostedUser>();
  const ask = createQuery(setup);
  return async (token, nowMs) => {
    const cached = cache.get(token);
    if (cached && nowMs >= cached.askedAtMs && nowMs - cached.askedAtMs < CACHE_MS) return cached;
    const fresh = await ask(token, nowMs);
    cache.delete(token);
    cache.set(token, fresh);
    const [oldest] = cache.keys();
    if (cache.size > KEPT_MAX && oldest !== undefined) cache.delete(oldest);
    return fresh;
  };
}

function createQuery({ issuer, anonKey, log, hasReportedPeople }: Setup): AskHostedUser {
  const get = (headers: Readonly<Record<string, string>>) =>
    fetch(`${issuer}/user`, {
      headers: { apikey: anonKey, ...headers },
      redirect: "error",
      signal: AbortSignal.timeout(FETCH_MS_MAX),
    }).catch((cause: unknown) => {
      throw new Outage("sign-in service", "it did not answer GET /user", { cause });
    });
  const endpoint = hostedUserEndpoint({
    issuer,
    log,
    askWithoutToken: () => get({}),
    hasReportedPeople,
  });
  return async (token, nowMs) => {
    const response = await get({ authorization: `Bearer ${token}` });
    const noAnswer = { hasSecondFactor: false, credentials: undefined, askedAtMs: nowMs };
    if (response.status === 401 || response.status === 403) return { isGone: true, ...noAnswer };
    if (response.status === 404) return { isGone: await endpoint.exists(nowMs), ...noAnswer };
    if (!response.ok) throw new Outage("sign-in service", `it answered ${response.status}`);
    const parsed = answer.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) throw new Outage("sign-in service", "its answer is not a user");
    endpoint.noteAnswer();
    const { email, phone, factors, identities } = parsed.data;
    const verified = factors.filter(({ status }) => status === "verified").map(({ id }) => id);
    return {
      isGone: false,
      hasSecondFactor: verified.length > 0,
      credentials: {
        email: email ?? "",
        phone: phone ?? "",
        factors: verified,
        identities: (identities ?? []).map(({ id }) => id),
      },
      askedAtMs: nowMs,
    };
  };
}
