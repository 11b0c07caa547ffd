/** Keys for programs over HTTP. */
import type { keysApi } from "#api/keys";
import type { Handlers } from "#api/route";
import type { UsersParts } from "../parts/users-parts.ts";
import { keysOf } from "./keys-table.ts";
import { makeKey } from "./make-key.ts";
import { revokeKey } from "./revoke-key.ts";

export function keysRoutes(parts: UsersParts): Handlers<typeof keysApi> {
  return {
    listKeys: async ({ caller: { userId } }) => ({
      items: await keysOf(parts.database, userId),
      nextCursor: null,
    }),
    makeKey: ({ caller, body, ip }) => makeKey(parts, caller, body, { ip }),
    async revokeKey({ caller, params: { keyId }, ip }) {
      await revokeKey(parts, caller, { keyId, ip });
      return { isRevoked: true };
    },
  };
}
