/** Every row of `api-schema/` with its schemas. A route that is missing does not compile. */
import { adminApi } from "../../api-schema/admin.ts";
import { adminApprovalsApi } from "../../api-schema/admin-approvals.ts";
import { analyticsApi } from "../../api-schema/analytics.ts";
import { ownAuditApi } from "../../api-schema/audit.ts";
import { chatApi } from "../../api-schema/chat.ts";
import { earnApi } from "../../api-schema/earn.ts";
import { forexMarketApi } from "../../api-schema/forex.ts";
import { forexAccountApi } from "../../api-schema/forex-account.ts";
import { forexReplaysApi } from "../../api-schema/forex-replays.ts";
import { historyApi } from "../../api-schema/history.ts";
import { keysApi } from "../../api-schema/keys.ts";
import { ledgerApi } from "../../api-schema/ledger.ts";
import { miningApi } from "../../api-schema/mining.ts";
import { miningWorkersApi } from "../../api-schema/mining-workers.ts";
import { notificationsApi } from "../../api-schema/notifications.ts";
import { poolApi } from "../../api-schema/pool.ts";
import { publicApi } from "../../api-schema/public.ts";
import { shopApi } from "../../api-schema/shop.ts";
import { supportApi } from "../../api-schema/support.ts";
import { usersApi } from "../../api-schema/users.ts";
import { walletApi } from "../../api-schema/wallet.ts";
import { walletConnectionsApi } from "../../api-schema/wallet-connections.ts";
import { watchListApi } from "../../api-schema/watch-list.ts";
import { workStatementsApi } from "../../api-schema/work-statements.ts";
import type { BrowserApi } from "../../api-schema/paths.ts";
import type { Route } from "../../api-schema/route.ts";

export const routeTable: Readonly<Record<keyof BrowserApi, Route>> = {
  ...adminApi,
  ...adminApprovalsApi,
  ...ownAuditApi,
  ...chatApi,
  ...earnApi,
  ...analyticsApi,
  ...forexMarketApi,
  ...forexAccountApi,
  ...forexReplaysApi,
  ...historyApi,
  ...keysApi,
  ...ledgerApi,
  ...miningApi,
  ...miningWorkersApi,
  ...workStatementsApi,
  ...notificationsApi,
  ...poolApi,
  ...publicApi,
  ...supportApi,
  ...shopApi,
  ...usersApi,
  ...walletApi,
  ...walletConnectionsApi,
  ...watchListApi,
};
