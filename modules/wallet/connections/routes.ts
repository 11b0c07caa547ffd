/** HTTP handlers for verified addresses. */
import type { Handlers } from "#api/route";
import type { walletConnectionsApi } from "#api/wallet-connections";
import { requireStepUp } from "#users";
import { refuse } from "../terms/refusals.ts";
import { findLock } from "./address-lock-table.ts";
import { connectionsOf, deleteRow, renameRow } from "./connections-table.ts";
import { makeChallenge } from "./make-challenge.ts";
import type { ConnectionDeps } from "./deps.ts";
import { saveConnection } from "./save-connection.ts";
import { presentLock, setAddressLock } from "./set-address-lock.ts";

export function connectionRoutes(deps: ConnectionDeps): Handlers<typeof walletConnectionsApi> {
  const { database, account } = deps;
  return {
    makeConnectionChallenge: ({ caller: { userId }, body: { address }, origin: site }) =>
      makeChallenge(deps, { userId, address, site }),
    // The step-up check runs before the transaction starts, because the browser repeats the request
    // after re-authentication.
    saveConnection: async ({ caller, body, origin: site, ip }) => {
      await requireStepUp(deps, caller);
      return saveConnection(deps, { ...body, userId: caller.userId, site, ip });
    },
    listConnections: async ({ caller: { userId } }) => ({
      items: await connectionsOf(database, { userId, network: account.network }),
      nextCursor: null,
    }),
    getAddressLock: async ({ caller: { userId } }) =>
      presentLock(await findLock(database, userId), deps.clock.now()),
    setAddressLock: async ({ caller, body: { isOn }, ip }) => {
      await requireStepUp(deps, caller);
      return setAddressLock(deps, { userId: caller.userId, isOn, ip });
    },
    renameConnection: async ({ caller: { userId }, params: { connectionId }, body }) => {
      const row = await renameRow(database, { userId, connectionId, name: body.name.trim() });
      if (!row) throw refuse.connection_not_found();
      return row;
    },
    removeConnection: async ({ caller: { userId }, params: { connectionId } }) => {
      if (!(await deleteRow(database, { userId, connectionId })))
        throw refuse.connection_not_found();
      return { isRemoved: true };
    },
  };
}
