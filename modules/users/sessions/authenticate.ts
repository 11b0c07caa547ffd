/**
 * Turns the bearer token of a request into the caller. The token proves who signed in; that the
 * session still exists, the user is not disabled and is an administrator comes from our tables, at
 * most `callerRecheckMs` old.
 */
import type { Caller } from "#api/route";
import { Outage } from "#platform";
import { noteCredentials } from "../hosted/hosted-credentials.ts";
import type { UsersParts } from "../parts/users-parts.ts";
import { userRefusals } from "../rules/refusals.ts";
import type { CachedCaller } from "../tokens/caller-cache.ts";
import { readAccessToken, TOKEN_CHARACTERS_MAX } from "./access-token.ts";
import { publishChange } from "./publish-change.ts";
import { findHostedCaller } from "./find-hosted-caller.ts";
import { isOver } from "./session-end.ts";
import { findCaller, type FoundCaller } from "./callers-table.ts";
import { recordUse } from "./sessions-table.ts";

type Parts = Pick<
  UsersParts,
  "bus" | "callerCache" | "clock" | "database" | "hosted" | "limits" | "signingKeys" | "siteUrl"
>;

/**
 * Throws 401 `not_signed_in` or `session_ended`, 403 `account_disabled`, 403 `insufficient_aal`
 * when the user's second factor was not proved; an Outage when a hosted sign-in service does not
 * answer. Not for use inside a transaction.
 */
export async function authenticate(parts: Parts, token: string | undefined): Promise<Caller> {
  if (token === undefined || token === "" || token.length > TOKEN_CHARACTERS_MAX)
    throw userRefusals.not_signed_in();
  const nowMs = parts.clock.now().getTime();
  const cached = parts.callerCache.get(token);
  if (cached && cached.expiresAtMs <= nowMs) throw userRefusals.not_signed_in();
  const ageMs = nowMs - (cached?.checkedAtMs ?? 0);
  // An entry from a clock that has gone back since is older than it looks.
  if (cached && ageMs >= 0 && ageMs < parts.limits.callerRecheckMs) return cached.caller;

  const { epoch } = parts.callerCache;
  const { callerRow, expiresAtMs, tokenAal } = parts.hosted
    ? await findHostedCallerByToken(parts, parts.hosted, token)
    : await findCallerByToken(parts, token, cached);
  if (!callerRow) throw userRefusals.session_ended();
  if (callerRow.bannedUntil && callerRow.bannedUntil.getTime() > nowMs)
    throw userRefusals.account_disabled();
  if (callerRow.hasSecondFactor && callerRow.caller.aal !== "aal2")
    throw userRefusals.insufficient_aal();
  if (parts.callerCache.epoch === epoch)
    parts.callerCache.set(token, {
      caller: callerRow.caller,
      tokenAal,
      expiresAtMs,
      checkedAtMs: nowMs,
    });
  return callerRow.caller;
}

/** The token of an `Authorization: Bearer ...` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? "")?.[1];
}

/** A token seen before needs no second signature check, only a look whether trust still stands. */
async function findCallerByToken(parts: Parts, token: string, cached: CachedCaller | undefined) {
  const claims = cached
    ? { ...cached.caller, aal: cached.tokenAal, expiresAtMs: cached.expiresAtMs }
    : await trusted(readAccessToken(parts, token));
  const { expiresAtMs, aal: tokenAal } = claims;
  const callerRow = await findCaller(parts.database, claims);
  // Before its use is noted, which would make it a session in use.
  if (!callerRow?.times || isOver(callerRow.times, parts.clock.now()))
    return { callerRow: undefined, expiresAtMs, tokenAal };
  await noteUse(parts, callerRow);
  return { callerRow, expiresAtMs, tokenAal };
}

/**
 * A write now and then, so that the list of sessions tells the last use without one for each
 * request.
 */
async function noteUse(
  { database, clock, limits }: Parts,
  { caller: { sessionId }, lastUsedAt }: FoundCaller,
): Promise<void> {
  const now = clock.now();
  const isFresh = now.getTime() - (lastUsedAt?.getTime() ?? 0) < limits.lastUseMs;
  if (!isFresh) await recordUse(database, { sessionId, now });
}

async function findHostedCallerByToken(
  parts: Parts,
  hosted: NonNullable<UsersParts["hosted"]>,
  token: string,
) {
  const claims = await trusted(hosted.verify(token, parts.clock.now()));
  const { expiresAtMs, aal: tokenAal } = claims;
  const answer = await hosted.askUser(token, parts.clock.now().getTime());
  const { isGone, hasSecondFactor, credentials } = answer;
  if (isGone) return { callerRow: undefined, expiresAtMs, tokenAal };
  const callerRow = await findHostedCaller(parts, claims, hasSecondFactor);
  if (!callerRow || !credentials) return { callerRow, expiresAtMs, tokenAal };
  const { userId, email: emailHere } = callerRow.caller;
  const { issuer } = hosted;
  const observedAt = new Date(answer.askedAtMs);
  const observation = { userId, emailHere, issuer, credentials, observedAt };
  const hasMoved = await noteCredentials(parts.database, observation);
  if (!hasMoved) return { callerRow, expiresAtMs, tokenAal };
  publishChange(parts, { userId });
  return {
    callerRow: await findHostedCaller(parts, claims, hasSecondFactor),
    expiresAtMs,
    tokenAal,
  };
}

async function trusted<Claims>(reading: Promise<Claims>): Promise<Claims> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Outage) throw error;
    // Never leaves the server: it tells a token that ran out from one that was never ours.
    throw Object.assign(userRefusals.not_signed_in(), { cause: error });
  }
}
