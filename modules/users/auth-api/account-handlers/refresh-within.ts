/**
 * Refreshes a session within three limits per minute: guesses per network, refreshes per network,
 * and refreshes per session. Above a limit, the response is 503, because the official client then
 * keeps its session and retries. A 4xx response would sign out every legitimate user in the
 * network. Counts are kept in memory, per process.
 */
import { createWindows, networksOf, type Network } from "#platform";
import type { UsersDeps } from "../../deps/users-deps.ts";
import type { Visitor } from "../../deps/visitor.ts";
import { SignInRefusal } from "../../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../../sessions/open-session.ts";
import { refreshSession } from "../../sessions/refresh-session.ts";
import { readRefreshToken } from "../../tokens/refresh-token.ts";
import { AuthError } from "../wire/auth-error.ts";

const newWindows = () => createWindows(() => performance.now());

export function refreshWithin(deps: UsersDeps) {
  const [misses, ofNetworks, ofSessions] = [newWindows(), newWindows(), newWindows()];
  const { limits } = deps;
  const isBeyond = (networks: readonly Network[], token: string): boolean => {
    if (misses.waitMsOf(networks, limits.refreshMissesPerMinuteMax) > 0) return true;
    if (ofNetworks.countIn(networks, limits.networkRefreshesPerMinuteMax) > 0) return true;
    const { sessionId } = readRefreshToken(token) ?? {};
    if (sessionId === undefined) return false;
    return ofSessions.count(sessionId, limits.refreshesPerMinuteMax) > 0;
  };
  return async (token: string, visitor: Visitor): Promise<OpenedSession> => {
    const networks = networksOf({ ip: visitor.ip });
    if (isBeyond(networks, token))
      throw Object.assign(new AuthError("over_request_rate_limit"), { status: 503 });
    try {
      return await refreshSession(deps, token, visitor);
    } catch (error) {
      if (error instanceof SignInRefusal)
        misses.countIn(networks, limits.refreshMissesPerMinuteMax);
      throw error;
    }
  };
}
