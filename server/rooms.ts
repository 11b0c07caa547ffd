/** Every room's routes behind one door. */
import type { FastifyInstance } from "fastify";
import { adminApi } from "#api-schema/admin";
import { adminApprovalsApi } from "#api-schema/admin-approvals";
import { analyticsApi } from "#api-schema/analytics";
import { ownAuditApi } from "#api-schema/audit";
import { earnApi } from "#api-schema/earn";
import { forexMarketApi } from "#api-schema/forex";
import { forexAccountApi } from "#api-schema/forex-account";
import { forexReplaysApi } from "#api-schema/forex-replays";
import { historyApi } from "#api-schema/history";
import { keysApi } from "#api-schema/keys";
import { ledgerApi } from "#api-schema/ledger";
import { miningApi } from "#api-schema/mining";
import { miningWorkersApi } from "#api-schema/mining-workers";
import { workStatementsApi } from "#api-schema/work-statements";
import { notificationsApi } from "#api-schema/notifications";
import { poolApi } from "#api-schema/pool";
import { publicApi } from "#api-schema/public";
import { shopApi } from "#api-schema/shop";
import { chatApi } from "#api-schema/chat";
import { supportApi } from "#api-schema/support";
import { usersApi } from "#api-schema/users";
import { walletApi } from "#api-schema/wallet";
import { walletConnectionsApi } from "#api-schema/wallet-connections";
import { watchListApi } from "#api-schema/watch-list";
import { adminApprovalsRoutes, adminRoutes, ownAuditRoutes } from "#admin";
import { analyticsRoutes } from "#analytics";
import { earnRoutes } from "#earn";
import {
  deskFigures,
  forexAccountRoutes,
  forexMarketRoutes,
  forexReplayRoutes,
  viewDeskState,
} from "#forex";
import { historyRoutes } from "#history";
import { ledgerRoutes } from "#ledger";
import { CAUSE_TELLERS } from "./cause-tellers.ts";
import { miningRoutes, workRoutes } from "#mining";
import { notificationsRoutes } from "#notifications";
import { shopRoutes } from "#shop";
import { chatRoutes, supportRoutes } from "#support";
import {
  hasFreshProof,
  identify,
  keysRoutes,
  TRIAL_IDS,
  usersRoutes,
  type UsersParts,
} from "#users";
import { connectionRoutes, PENDING, SENDER, walletRoutes, watchListRoutes } from "#wallet";
import { sharedFor } from "./health/shared-for.ts";
import { patientNode } from "./machine.ts";
import { poolRoutes, workersRoutes } from "#pool";
import { publicRoutes } from "./public-routes.ts";
import { registerApi, type RouteParts } from "./routes.ts";
import { sharedUntilNews } from "./shared-answers.ts";
import type { WebParts } from "./web-parts.ts";

/** The wallet's coins are summed no more often, however many look. */
const OPERATIONS_SHARED_MS = 10_000;

export function registerRooms(
  app: FastifyInstance,
  parts: WebParts,
  {
    knownCaller,
    version,
  }: {
    readonly knownCaller: NonNullable<RouteParts["knownCaller"]>;
    readonly version: string;
  },
): void {
  const { users, wallet, mining, earn, forex, shop, config, machine, eventLoop, readiness } = parts;
  const { database } = users;
  const door = {
    identify: (token: string | undefined, ip: string) => identify(users, token, ip),
    knownCaller,
  };
  registerApi(
    app,
    publicApi,
    publicRoutes({
      passkeysAt: users.relyingParty?.origin,
      database,
      node: parts.node,
      clock: users.clock,
      bus: users.bus,
      config,
      version,
      readiness,
      deskFigures: () => deskFigures({ ...forex.market, uncounted: TRIAL_IDS }),
      startedAt: machine.startedAt,
      isLive: () => eventLoop.isLive(),
    }),
    door,
  );
  const poolFigures = poolRoutes({
    database,
    clock: users.clock,
    network: config.bitcoin.network,
    raiseWaitHours: config.administratorWaitHours,
    pool: parts.pool && (() => parts.pool?.state()),
  });
  const getPool = sharedUntilNews(users.bus, poolFigures.getPool);
  registerApi(app, poolApi, { ...poolFigures, getPool }, door);
  registerApi(app, miningWorkersApi, workersRoutes(users), door);
  registerApi(app, usersApi, usersRoutes({ ...users, pending: PENDING }), door);
  registerApi(app, keysApi, keysRoutes(users), door);
  const mailbox = notificationsRoutes({ ...users, isProven: (of) => hasFreshProof(users, of) });
  registerApi(app, notificationsApi, mailbox, door);
  registerApi(app, ledgerApi, ledgerRoutes({ database, tellers: CAUSE_TELLERS }), door);
  registerApi(app, walletApi, walletRoutes(wallet), door);
  registerApi(app, walletConnectionsApi, connectionRoutes(wallet), door);
  registerApi(app, watchListApi, watchListRoutes(wallet), door);
  const miners = miningRoutes(mining);
  const listPlans = sharedUntilNews(users.bus, miners.listPlans);
  registerApi(app, miningApi, { ...miners, listPlans }, door);
  registerApi(app, workStatementsApi, workRoutes(mining), door);
  registerApi(app, supportApi, supportRoutes(users), door);
  registerApi(app, chatApi, chatRoutes(users), door);
  registerApi(app, earnApi, earnRoutes(earn), door);
  const nodeHeight = () => parts.node.getBlockCount().catch(() => null);
  const nodeMempool = () => parts.node.getRawMempool();
  const admin = {
    ...withoutKeys(users),
    ...parts.house,
    nodeHeight,
    nodeMempool,
    feeNode: patientNode(parts.node),
    account: wallet.account,
    machine,
    forexState: () => viewDeskState(forex.market),
    pool: parts.pool,
  };
  const office = adminRoutes(admin);
  const getOperations = sharedFor(OPERATIONS_SHARED_MS, office.getOperations);
  // Who decided something about a payment there sees it at once.
  users.bus.subscribe("wake", ({ worker }) => {
    if (worker === SENDER) getOperations.forget();
  });
  registerApi(app, adminApi, { ...office, getOperations }, door);
  registerApi(app, adminApprovalsApi, adminApprovalsRoutes(admin), door);
  registerApi(app, ownAuditApi, ownAuditRoutes({ database }), door);
  registerApi(app, analyticsApi, analyticsRoutes(mining), door);
  registerApi(app, historyApi, historyRoutes({ database, clock: users.clock }), door);
  registerApi(app, forexMarketApi, forexMarketRoutes(forex.market), door);
  registerApi(app, forexAccountApi, forexAccountRoutes(forex.desk), door);
  registerApi(app, forexReplaysApi, forexReplayRoutes(forex.replays), door);
  registerApi(app, shopApi, shopRoutes(shop), door);
}

/** Administrators' rooms sign nothing and open nothing. */
function withoutKeys({ masterKey: _masterKey, signingKeys: _signingKeys, ...rest }: UsersParts) {
  return rest;
}
