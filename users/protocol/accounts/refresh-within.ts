/**
 * Refreshes a session, for a network that does not try out tokens. Beyond the misses of a minute
 * the answer is 503, after which the official client keeps its session and tries again: any 4xx
 * would sign out the honest people of that network. In this process's memory, as for all requests.
 */
import { createWindows, networkOf } from "#platform";
import type { UsersParts } from "../../parts/users-parts.ts";
import type { Visitor } from "../../parts/visitor.ts";
import { SignInRefusal } from "../../rules/sign-in-refusal.ts";
import type { OpenedSession } from "../../sessions/open-session.ts";
import { refreshSession } from "../../sessions/refresh-session.ts";
import { AuthError } from "../wire/auth-error.ts";

export function refreshWithin(parts: UsersParts) {
  const misses = createWindows(() => performance.now());
  const max = parts.limits.refreshMissesPerMinuteMax;
  return async (token: string, visitor: Visitor): Promise<OpenedSession> => {
    const network = networkOf(visitor.ip);
    if (misses.waitMs(network, max) > 0)
      throw Object.assign(new AuthError("over_request_rate_limit"), { status: 503 });
    try {
      return await refreshSession(parts, token, visitor);
    } catch (error) {
      if (error instanceof SignInRefusal) misses.count(network, max);
      throw error;
    }
  };
}
