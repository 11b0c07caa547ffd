/**
 * Refreshes a session, for a network that does not try out tokens and a session that does not ask
 * without pause. Beyond the limits of a minute the answer is 503, after which the official client
 * keeps its session and tries again: any 4xx would sign out the honest people of that network. In
 * this process's memory, as for all requests.
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
