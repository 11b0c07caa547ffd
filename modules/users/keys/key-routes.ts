import type { keysApi } from "#api/keys";
import type { Handlers } from "#api/route";
import type { UsersDeps } from "../deps/users-deps.ts";
import { keysOf } from "./keys-table.ts";
import { makeKey } from "./make-key.ts";
import { revokeKey } from "./revoke-key.ts";

export function keysRoutes(deps: UsersDeps): Handlers<typeof keysApi> {
  return {
    listKeys: async ({ caller: { userId } }) => ({
      items: await keysOf(deps.database, userId),
      nextCursor: null,
    }),
    makeKey: ({ caller, body, ip }) => makeKey(deps, caller, body, { ip }),
    async revokeKey({ caller, params: { keyId }, ip }) {
      await revokeKey(deps, caller, { keyId, ip });
      return { isRevoked: true };
    },
  };
}
