/**
 * Turns the bearer token of a request into the caller. The token proves who signed in; that the session still exists, the
 * user is not disabled and is an administrator comes from our tables, at most `callerRecheckMs` old.
 */
import type { Caller } from "#api-schema/route";
import type { UsersParts } from "../parts.ts";
import { userRefusals } from "../refusals.ts";
import { readAccessToken, type TokenClaims } from "./access-token.ts";
import { cacheKeyOf } from "./caller-cache.ts";
import { findCaller } from "./sessions-table.ts";

type Parts = Pick<
  UsersParts,
  "callerCache" | "clock" | "database" | "limits" | "signingKeys" | "siteUrl"
>;

const TOKEN_CHARACTERS_MAX = 8192;

/** Throws 401 `not_signed_in` or `session_ended`, 403 `account_disabled`. Not for use inside a transaction. */
export async function authenticate(parts: Parts, token: string | undefined): Promise<Caller> {
  if (token === undefined || token === "" || token.length > TOKEN_CHARACTERS_MAX)
    throw userRefusals.not_signed_in();
  const nowMs = parts.clock.now().getTime();
  const key = cacheKeyOf(token);
  const cached = parts.callerCache.get(key);
  if (cached && cached.expiresAtMs <= nowMs) throw userRefusals.not_signed_in();
  if (cached && nowMs - cached.checkedAtMs < parts.limits.callerRecheckMs) return cached.caller;

  const { epoch } = parts.callerCache;
  const claims: TokenClaims = cached
    ? { ...cached.caller, expiresAtMs: cached.expiresAtMs }
    : await verified(parts, token);
  const found = await findCaller(parts.database, claims);
  if (!found) throw userRefusals.session_ended();
  if (found.bannedUntil && found.bannedUntil.getTime() > nowMs)
    throw userRefusals.account_disabled();
  if (parts.callerCache.epoch === epoch) {
    const { expiresAtMs } = claims;
    parts.callerCache.set(key, { caller: found.caller, expiresAtMs, checkedAtMs: nowMs });
  }
  return found.caller;
}

/** The token of an `Authorization: Bearer ...` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? "")?.[1];
}

async function verified(parts: Parts, token: string): Promise<TokenClaims> {
  try {
    return await readAccessToken(parts, token);
  } catch {
    throw userRefusals.not_signed_in();
  }
}
