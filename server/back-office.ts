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
 * The wallet's coins are summed at most once per this interval, regardless of how many
 * administrators have the page open.
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
  // Discards the shared figures when the worker that sends payments is woken, so that an
  // administrator's decision about a payment is visible at once.
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
