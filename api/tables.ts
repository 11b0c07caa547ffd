/**
 * All route tables by subject. A subject without handlers in `server/modules.ts` is a compile
 * error.
 */
import { adminApi } from "./admin.ts";
import { adminApprovalsApi } from "./admin-approvals.ts";
import { analyticsApi } from "./analytics.ts";
import { ownAuditApi } from "./audit.ts";
import { chatApi } from "./chat.ts";
import { earnApi } from "./earn.ts";
import { forexMarketApi } from "./forex.ts";
import { forexAccountApi } from "./forex-account.ts";
import { forexAlertsApi } from "./forex-alerts.ts";
import { forexAnalysisApi } from "./forex-analysis.ts";
import { forexJournalApi } from "./forex-journal.ts";
import { forexReplaysApi } from "./forex-replays.ts";
import { historyApi } from "./history.ts";
import { keysApi } from "./keys.ts";
import { ledgerApi } from "./ledger.ts";
import { miningApi } from "./mining.ts";
import { miningWorkersApi } from "./mining-workers.ts";
import { notificationsApi } from "./notifications.ts";
import { poolApi } from "./pool.ts";
import { publicApi } from "./public.ts";
import { receiptsApi } from "./receipts.ts";
import { shopApi } from "./shop.ts";
import { supportApi } from "./support.ts";
import { transparencyApi } from "./transparency.ts";
import { usersApi } from "./users.ts";
import { walletApi } from "./wallet.ts";
import { walletConnectionsApi } from "./wallet-connections.ts";
import { watchListApi } from "./watch-list.ts";
import { workStatementsApi } from "./work-statements.ts";
import type { Route } from "./route.ts";

export const tables = {
  admin: adminApi,
  adminApprovals: adminApprovalsApi,
  analytics: analyticsApi,
  chat: chatApi,
  earn: earnApi,
  forexAccount: forexAccountApi,
  forexAlerts: forexAlertsApi,
  forexAnalysis: forexAnalysisApi,
  forexJournal: forexJournalApi,
  forexMarket: forexMarketApi,
  forexReplays: forexReplaysApi,
  history: historyApi,
  keys: keysApi,
  ledger: ledgerApi,
  mining: miningApi,
  miningWorkers: miningWorkersApi,
  notifications: notificationsApi,
  ownAudit: ownAuditApi,
  pool: poolApi,
  public: publicApi,
  receipts: receiptsApi,
  shop: shopApi,
  support: supportApi,
  transparency: transparencyApi,
  users: usersApi,
  wallet: walletApi,
  walletConnections: walletConnectionsApi,
  watchList: watchListApi,
  workStatements: workStatementsApi,
} as const;

export type Tables = typeof tables;
export type Subject = keyof Tables;

type Intersection<Union> = (Union extends unknown ? (table: Union) => void : never) extends (
  table: infer All,
) => void
  ? All
  : never;

/** The rows of all tables, keyed by route name. */
export type Routes = Intersection<Tables[Subject]>;
export type RouteName = keyof Routes;

export const routes = Object.assign({}, ...Object.values(tables)) as {
  readonly [Name in RouteName]: Route;
};
