/**
 * Finds the caller behind a request's bearer token. The token proves who signed in. The database,
 * read at most `callerRecheckMs` ago, shows whether the session exists and whether the user is
 * disabled or an administrator.
 */
import type { Caller } from "#api/route";
import { Outage } from "#platform";
import { noteCredentials } from "../hosted/hosted-credentials.ts";
import type { UsersDeps } from "../deps/users-deps.ts";
import { userRefusals } from "../rules/refusals.ts";
import type { CachedCaller } from "../tokens/caller-cache.ts";
import { readAccessToken, TOKEN_CHARACTERS_MAX } from "./access-token.ts";
import { publishChange } from "./publish-change.ts";
import { findHostedCaller } from "./find-hosted-caller.ts";
import { isOver } from "./session-end.ts";
import { findCaller, type FoundCaller } from "./callers-table.ts";
import { recordUse } from "./sessions-table.ts";

type Deps = Pick<
  UsersDeps,
  "bus" | "callerCache" | "clock" | "database" | "hosted" | "limits" | "signingKeys" | "siteUrl"
>;

/**
 * Returns the caller. Throws 401 `not_signed_in` or `session_ended`, 403 `account_disabled`, 403
 * `insufficient_aal` if two-factor authentication was not completed, and an Outage if a hosted
 * sign-in service does not respond. Do not call it inside a transaction.
 */
export async function authenticate(deps: Deps, token: string | undefined): Promise<Caller> {
  if (token === undefined || token === "" || token.length > TOKEN_CHARACTERS_MAX)
    throw userRefusals.not_signed_in();
  const nowMs = deps.clock.now().getTime();
  const cached = deps.callerCache.get(token);
  if (cached && cached.expiresAtMs <= nowMs) throw userRefusals.not_signed_in();
  const ageMs = nowMs - (cached?.checkedAtMs ?? 0);
  // A negative age means that the clock was set back, so the entry is not trusted.
  if (cached && ageMs >= 0 && ageMs < deps.limits.callerRecheckMs) return cached.caller;

  const { epoch } = deps.callerCache;
  const { callerRow, expiresAtMs, tokenAal } = deps.hosted
    ? await findHostedCallerByToken(deps, deps.hosted, token)
    : await findCallerByToken(deps, token, cached);
  if (!callerRow) throw userRefusals.session_ended();
  if (callerRow.bannedUntil && callerRow.bannedUntil.getTime() > nowMs)
    throw userRefusals.account_disabled();
  if (callerRow.hasSecondFactor && callerRow.caller.aal !== "aal2")
    throw userRefusals.insufficient_aal();
  if (deps.callerCache.epoch === epoch)
    deps.callerCache.set(token, {
      caller: callerRow.caller,
      tokenAal,
      expiresAtMs,
      checkedAtMs: nowMs,
    });
  return callerRow.caller;
}

/** Returns the token from an `Authorization: Bearer ...` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? "")?.[1];
}

/**
 * Finds the caller. If the token is cached, its signature is not verified again; only the session
 * is checked.
 */
async function findCallerByToken(deps: Deps, token: string, cached: CachedCaller | undefined) {
  const claims = cached
    ? { ...cached.caller, aal: cached.tokenAal, expiresAtMs: cached.expiresAtMs }
    : await refuseUntrusted(readAccessToken(deps, token));
  const { expiresAtMs, aal: tokenAal } = claims;
  const callerRow = await findCaller(deps.database, claims);
  // Check before `noteUse`, which would mark the session as used.
  if (!callerRow?.times || isOver(callerRow.times, deps.clock.now()))
    return { callerRow: undefined, expiresAtMs, tokenAal };
  await noteUse(deps, callerRow);
  return { callerRow, expiresAtMs, tokenAal };
}

/** Stores the session's last use, but not for every request. */
async function noteUse(
  { database, clock, limits }: Deps,
  { caller: { sessionId }, lastUsedAt }: FoundCaller,
): Promise<void> {
  const now = clock.now();
  const isFresh = now.getTime() - (lastUsedAt?.getTime() ?? 0) < limits.lastUseMs;
  if (!isFresh) await recordUse(database, { sessionId, now });
}

async function findHostedCallerByToken(
  deps: Deps,
  hosted: NonNullable<UsersDeps["hosted"]>,
  token: string,
) {
  const claims = await refuseUntrusted(hosted.verify(token, deps.clock.now()));
  const { expiresAtMs, aal: tokenAal } = claims;
  const answer = await hosted.askUser(token, deps.clock.now().getTime());
  const { isGone, hasSecondFactor, credentials } = answer;
  if (isGone) return { callerRow: undefined, expiresAtMs, tokenAal };
  const callerRow = await findHostedCaller(deps, claims, hasSecondFactor);
  if (!callerRow || !credentials) return { callerRow, expiresAtMs, tokenAal };
  const { userId, email: emailHere } = callerRow.caller;
  const { issuer } = hosted;
  const observedAt = new Date(answer.askedAtMs);
  const observation = { userId, emailHere, issuer, credentials, observedAt };
  const hasMoved = await noteCredentials(deps.database, observation);
  if (!hasMoved) return { callerRow, expiresAtMs, tokenAal };
  publishChange(deps, { userId });
  return {
    callerRow: await findHostedCaller(deps, claims, hasSecondFactor),
    expiresAtMs,
    tokenAal,
  };
}

async function refuseUntrusted<Claims>(reading: Promise<Claims>): Promise<Claims> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Outage) throw error;
    // The cause is not sent to the client. It distinguishes an expired token from a token that this
    // installation never signed.
    throw Object.assign(userRefusals.not_signed_in(), { cause: error });
  }
}
