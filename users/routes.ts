/** The signed-in person over HTTP. */
import type { Handlers } from "#api-schema/route";
import type { usersApi } from "#api-schema/users";
import { preferencesOf, savePreferences } from "#notifications";
import { isUuid } from "#platform";
import { claimAdministrator } from "./administrators/claim-administrator.ts";
import { getSecondFactor } from "./factors/get-second-factor.ts";
import { makeRecoveryCodes } from "./factors/make-recovery-codes.ts";
import { USER_AGENT_CHARACTERS_MAX, type UsersParts } from "./parts.ts";
import { getMe, type PendingSatsOf } from "./profile/get-me.ts";
import { updateMe } from "./profile/update-me.ts";
import { userRefusals } from "./refusals.ts";
import { findLogins } from "./sessions/login-history-table.ts";
import { deleteSessions, findSessions } from "./sessions/sessions-table.ts";
import { renewProof } from "./step-up/renew-proof.ts";

export type UsersRoutesParts = UsersParts & {
  /** Satoshis on their way to the user; the wallet knows them. */
  readonly pendingSatsOf: PendingSatsOf;
};

const LOGIN_CURSOR = /^[1-9]\d{0,17}$/;

export function usersRoutes(parts: UsersRoutesParts): Handlers<typeof usersApi> {
  const { database, bus } = parts;
  return {
    getMe: ({ caller }) => getMe(parts, caller),

    updateMe: ({ caller, body, ip }) => updateMe(parts, caller, body, { ip }),

    getNotificationSettings: ({ caller }) => preferencesOf(database, caller.userId),

    putNotificationSettings: ({ caller, body }) => changeNotices(parts, caller.userId, body),

    changeNotificationSettings: ({ caller, body }) => changeNotices(parts, caller.userId, body),

    async listSessions({ caller }) {
      const sessions = await findSessions(database, caller.userId);
      const items = sessions.map((session) => ({
        id: session.id,
        userAgent: session.user_agent,
        ip: session.ip,
        createdAt: session.created_at,
        lastUsedAt: session.last_use,
        methods: [...session.methods],
        isCurrent: session.id === caller.sessionId,
      }));
      return { items, nextCursor: null };
    },

    async endSession({ caller, params }) {
      const { userId } = caller;
      if (!isUuid(params.sessionId)) throw userRefusals.session_not_found();
      const sessionIds = await database.transaction((tx) =>
        deleteSessions(tx, { userId, only: params.sessionId }),
      );
      if (sessionIds.length === 0) throw userRefusals.session_not_found();
      bus.publish("session-ended", { sessionIds });
      return { isEnded: true as const };
    },

    renewProof: ({ caller, body, ip, userAgent }) => {
      const visitor = { ip, userAgent: userAgent.slice(0, USER_AGENT_CHARACTERS_MAX) };
      return renewProof(parts, caller, { proof: body, visitor });
    },

    getSecondFactor: ({ caller }) => getSecondFactor(database, caller.userId),

    makeRecoveryCodes: ({ caller, ip }) => makeRecoveryCodes(parts, caller, { ip }),

    async claimAdministrator({ caller, body }) {
      await claimAdministrator(parts, caller, body);
      return getMe(parts, { ...caller, isAdmin: true });
    },

    async listLoginHistory({ caller, query }) {
      if (query.cursor !== undefined && !LOGIN_CURSOR.test(query.cursor))
        throw userRefusals.bad_cursor();
      const beforeId = query.cursor === undefined ? undefined : BigInt(query.cursor);
      const { userId } = caller;
      const logins = await findLogins(database, { userId, beforeId, limit: query.limit + 1 });
      const page = logins.slice(0, query.limit);
      return {
        items: page.map(({ at, ip, userAgent, method, isSuccess, lacksCode }) => ({
          at,
          ip,
          userAgent,
          method,
          isSuccess,
          lacksCode,
        })),
        nextCursor: logins.length > page.length ? (page.at(-1)?.id.toString() ?? null) : null,
      };
    },
  };
}

async function changeNotices(
  { database, bus }: UsersRoutesParts,
  userId: string,
  preferences: Parameters<typeof savePreferences>[1]["preferences"],
) {
  const saved = await savePreferences(database, { userId, preferences });
  bus.publish("me", { userId, what: "profile" });
  return saved;
}
