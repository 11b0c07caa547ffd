/**
 * HTTP routes of the back office. The router has already checked that the caller is an
 * administrator. Each use case repeats the check in its transaction.
 */
import type { adminApi } from "#api/admin";
import type { Handlers } from "#api/route";
import { addPersonByAdministrator } from "./people/add-person.ts";
import { publishNews, listNews, stopSendingNews } from "./news/publish-news.ts";
import { auditRoutes } from "./audit/routes.ts";
import { coldRoutes } from "./cold/routes.ts";
import { changePersonByAdministrator } from "./people/change-person.ts";
import { confirmRoleByAdministrator } from "./people/confirm-role.ts";
import { approveResetRequest, rejectResetRequest } from "./people/decide-reset-request.ts";
import { deletePersonByAdministrator } from "./people/delete-person.ts";
import { getStats } from "./figures/get-stats.ts";
import { getTrends } from "./figures/get-trends.ts";
import { resumePay } from "./figures/resume-pay.ts";
import { listPeopleWithBalances } from "./people/list-people.ts";
import type { AdminDeps } from "./office/deps.ts";
import { removeSecondFactorByAdministrator } from "./people/remove-second-factor.ts";
import { historyDaysRoutes } from "./market-history/routes.ts";
import { getOperations } from "./operations/get-operations.ts";
import { getSecurity } from "./security/get-security.ts";
import { siteSettingsRoutes } from "./settings/routes.ts";
import { personRoutes } from "./person/routes.ts";
import { endPoolConnections } from "./pool/end-connections.ts";
import { getAdminPool } from "./pool/get-pool.ts";
import { treasuryRoutes } from "./treasury/routes.ts";
import { listResetRequests } from "#users";
import { writeToPerson } from "./people/write-to-person.ts";

export function adminRoutes(deps: AdminDeps): Handlers<typeof adminApi> {
  const { database, clock } = deps;
  return {
    ...treasuryRoutes(deps),
    ...siteSettingsRoutes(deps),
    ...historyDaysRoutes(deps),
    ...personRoutes(deps),
    ...auditRoutes(deps),
    ...coldRoutes(deps),
    getAdminStats: () => getStats(deps),
    getAdminTrends: () => getTrends(deps),
    async letPayGoOn({ caller, body }) {
      await resumePay(deps, caller, body);
      return { isOpen: true };
    },
    getOperations: () => getOperations(deps),
    getSecurity: () => getSecurity(deps),
    getAdminPool: () => getAdminPool(deps),
    endPoolConnections: ({ caller, body }) => endPoolConnections(deps, caller, body),
    listPeople: ({ query }) => listPeopleWithBalances(database, { ...query, now: clock.now() }),
    addPerson: ({ caller, body }) => addPersonByAdministrator(deps, caller, body),
    changePerson: ({ caller, params, body }) =>
      changePersonByAdministrator(deps, caller, { ...body, ...params }),
    confirmRole: ({ caller, params, body }) =>
      confirmRoleByAdministrator(deps, caller, { ...body, ...params }),
    removeSecondFactor: ({ caller, params, body }) =>
      removeSecondFactorByAdministrator(deps, caller, { ...body, ...params }),
    listResetRequests: async () => ({ items: await listResetRequests(database) }),
    approveResetRequest: ({ caller, params, body }) =>
      approveResetRequest(deps, caller, { ...body, ...params }),
    async rejectResetRequest({ caller, params, body }) {
      await rejectResetRequest(deps, caller, { ...body, ...params });
      return { isRejected: true };
    },
    writeToPerson: ({ caller, params, body }) =>
      writeToPerson(deps, caller, { ...body, ...params }),
    announceNews: ({ caller, body }) => publishNews(deps, caller, body),
    listNews: ({ query }) => listNews(database, query),
    stopNews: ({ caller, params }) => stopSendingNews(deps, caller, params.newsId),
    async deletePerson({ caller, params, body }) {
      await deletePersonByAdministrator(deps, caller, { ...body, ...params });
      return { isDeleted: true };
    },
  };
}
