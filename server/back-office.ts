/**
 * The handlers of the administrators' routes. These handlers can read all data of the installation
 * except its keys.
 */
import { adminApprovalsRoutes, adminRoutes, ownAuditRoutes } from "#admin";
import { viewDeskState } from "#forex";
import { shareResultFor, type Database } from "#platform";
import type { UsersDeps } from "#users";
import { SENDER } from "#wallet";
import { patientNode } from "./machine.ts";
import type { ModuleDeps } from "./web-deps.ts";

/**
 * Cache time of the wallet's coin totals. Any number of open administrator pages therefore costs
 * one computation per interval.
 */
const OPERATIONS_SHARED_MS = 10_000;

export function backOffice({ users, wallet, forex, node, operator, machine, pool }: ModuleDeps) {
  const office = {
    ...withoutKeys(users),
    ...operator,
    nodeHeight: () => node.getBlockCount().catch(() => null),
    nodeMempool: () => node.getRawMempool(),
    feeNode: patientNode(node),
    account: wallet.account,
    openedAt: wallet.openedAt,
    machine,
    forexState: () => viewDeskState(forex.market),
    pool,
    primary: users.database,
  };
  const getOperations = shareResultFor(OPERATIONS_SHARED_MS, adminRoutes(office).getOperations);
  // Discards the cached figures when the payment worker is woken, so that an administrator sees the
  // effect of a decision at once.
  users.bus.subscribe("wake", ({ worker }) => {
    if (worker === SENDER) getOperations.forget();
  });
  return {
    admin: (database: Database) => ({ ...adminRoutes({ ...office, database }), getOperations }),
    adminApprovals: (database: Database) => adminApprovalsRoutes({ ...office, database }),
    ownAudit: (database: Database) => ownAuditRoutes({ database }),
  };
}

function withoutKeys({ masterKey: _masterKey, signingKeys: _signingKeys, ...rest }: UsersDeps) {
  return rest;
}
