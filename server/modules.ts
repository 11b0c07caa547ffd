/** The handlers of every API subject. A subject without handlers is a compile error. */
import type { FastifyInstance } from "fastify";
import type { Api } from "#api/route";
import { tables, type Subject, type Tables } from "#api/tables";
import { analyticsRoutes } from "#analytics";
import { earnRoutes } from "#earn";
import {
  deskEquity,
  forexAccountRoutes,
  forexAlertRoutes,
  forexAnalysisRoutes,
  forexJournalRoutes,
  forexMarketRoutes,
  forexReplayRoutes,
} from "#forex";
import { historyRoutes } from "#market-history";
import { ledgerRoutes } from "#ledger";
import { miningRoutes, workRoutes } from "#mining";
import { notificationsRoutes } from "#notifications";
import type { Database } from "#platform";
import { workersRoutes } from "#pool";
import { shopRoutes } from "#shop";
import { chatRoutes, supportRoutes } from "#support";
import { receiptRoutes, transparencyRoutes } from "#transparency";
import { anonymousIdsSince, hasFreshProof, keysRoutes, usersRoutes } from "#users";
import { connectionRoutes, pendingSql, walletRoutes, watchListRoutes } from "#wallet";
import { backOffice } from "./back-office.ts";
import { CAUSE_SOURCES } from "./cause-sources.ts";
import { poolOn, publicOn } from "./public-routes.ts";
import { registerApi, type HandlersOn, type RouteDeps } from "./routes.ts";
import type { ModuleDeps } from "./web-deps.ts";

export function registerModules(
  app: FastifyInstance,
  deps: ModuleDeps,
  routeDeps: RouteDeps,
): void {
  for (const [subject, on] of Object.entries<HandlersOn<Api>>(modulesOf(deps)))
    registerApi(app, tables[subject as Subject] as Api, on(deps.users.database), routeDeps, on);
}

function modulesOf(deps: ModuleDeps): { readonly [S in Subject]: HandlersOn<Tables[S]> } {
  const { users, wallet, mining, earn, forex, shop } = deps;
  const equityOn = (database: Database) => (userId: string) =>
    deskEquity({ ...forex.desk, database }, userId);
  return {
    ...backOffice(deps),
    analytics: (database) =>
      analyticsRoutes({ ...mining, database, deskEquity: equityOn(database) }),
    chat: () => chatRoutes(users),
    earn: (database) => earnRoutes({ ...earn, database }),
    forexAccount: (database) => forexAccountRoutes({ ...forex.desk, database }),
    forexAlerts: (database) =>
      forexAlertRoutes({ ...forex.desk, people: forex.replays.people, database }),
    forexAnalysis: (database) => forexAnalysisRoutes(forex, database),
    forexJournal: (database) =>
      forexJournalRoutes({ ...forex.replays, database, feed: forex.desk.feed }),
    forexMarket: () => forexMarketRoutes(forex.market),
    forexReplays: (database) => forexReplayRoutes({ ...forex.replays, database }),
    history: (database) => historyRoutes({ database, clock: users.clock }),
    keys: () => keysRoutes(users),
    ledger: (database) => ledgerRoutes({ database, causeSources: CAUSE_SOURCES }),
    mining: (database) => miningRoutes({ ...mining, database }),
    miningWorkers: (database) => workersRoutes({ database, clock: users.clock }),
    notifications: () =>
      notificationsRoutes({ ...users, isProven: (of) => hasFreshProof(users, of) }),
    pool: poolOn(deps),
    public: publicOn(deps),
    receipts: (database) =>
      receiptRoutes({
        database,
        node: deps.node,
        clock: users.clock,
        market: forex.market,
        siteUrl: deps.config.siteUrl,
        masterKey: users.masterKey,
      }),
    shop: (database) => shopRoutes({ ...shop, database }),
    support: () => supportRoutes(users),
    transparency: transparencyRoutes({
      ...deps.operator,
      clock: users.clock,
      network: deps.config.bitcoin.network,
      market: forex.market,
      uncountedSince: anonymousIdsSince,
      masterKey: users.masterKey,
    }),
    users: () => usersRoutes({ ...users, pending: pendingSql }),
    wallet: (database) => walletRoutes({ ...wallet, database }),
    walletConnections: () => connectionRoutes(wallet),
    watchList: () => watchListRoutes(wallet),
    workStatements: (database) => workRoutes({ ...mining, database }),
  };
}
