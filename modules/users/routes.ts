/** Routes for the signed-in user's own account. */
import type { Handlers } from "#api/route";
import type { usersApi } from "#api/users";
import { preferencesOf } from "#notifications";
import { requestStateOf } from "#platform";
import { claimAdministrator } from "./administrators/claim-administrator.ts";
import { getSecondFactor } from "./factors/get-second-factor.ts";
import { makeRecoveryCodes } from "./factors/make-recovery-codes.ts";
import { readLink } from "./mailed-links/read-link.ts";
import type { UsersDeps } from "./deps/users-deps.ts";
import { USER_AGENT_CHARACTERS_MAX } from "./deps/visitor.ts";
import { changeNotices } from "./profile/change-notices.ts";
import { getMe } from "./profile/get-me.ts";
import { meReader } from "./profile/me-table.ts";
import { updateMe } from "./profile/update-me.ts";
import { endSession } from "./sessions/end-session.ts";
import { listLogins } from "./sessions/list-logins.ts";
import { listSessions } from "./sessions/list-sessions.ts";
import { renewProof } from "./step-up/renew-proof.ts";

export type UsersRoutesDeps = UsersDeps & {
  /**
   * SQL of the wallet for a user's incoming payments. Takes an SQL expression of the user's id, and
   * returns a table with one row, `pendingSats`.
   */
  readonly pending: (user: string) => string;
};

export function usersRoutes(routesDeps: UsersRoutesDeps): Handlers<typeof usersApi> {
  const deps = { ...routesDeps, findMe: meReader(routesDeps.pending) };
  const { database } = deps;
  return {
    getMe: ({ caller }) => getMe(deps, caller),

    updateMe: ({ caller, body, ip }) => updateMe(deps, caller, body, { ip }),

    getNotificationSettings: ({ caller }) => preferencesOf(database, caller.userId),

    putNotificationSettings: ({ caller, body }) => changeNotices(deps, caller.userId, body),

    changeNotificationSettings: ({ caller, body }) => changeNotices(deps, caller.userId, body),

    async listSessions({ caller }) {
      return { items: await listSessions(database, caller, deps.clock.now()), nextCursor: null };
    },

    async endSession({ caller, params }) {
      await endSession(deps, caller, params);
      return { isEnded: true as const };
    },

    renewProof: ({ caller, body, ip, userAgent }) => {
      const visitor = { ip, userAgent: userAgent.slice(0, USER_AGENT_CHARACTERS_MAX) };
      return renewProof(deps, caller, { proof: body, visitor });
    },

    async getRequest({ params, caller }) {
      const request = { ...params, key: params.key.toLowerCase(), userId: caller.userId };
      return { at: null, title: null, text: null, ...(await requestStateOf(database, request)) };
    },
    getSecondFactor: ({ caller }) => getSecondFactor(database, caller.userId),

    makeRecoveryCodes: ({ caller, ip }) => makeRecoveryCodes(deps, caller, { ip }),

    lookAtLink: ({ body }) => readLink(deps, body),

    async claimAdministrator({ caller, body }) {
      await claimAdministrator(deps, caller, body);
      return getMe(deps, { ...caller, isAdmin: true });
    },

    listLoginHistory: ({ caller: { userId }, query }) => listLogins(database, { userId, ...query }),
  };
}
