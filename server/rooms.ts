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
  countUpload,
  deskEquity,
  deskFigures,
  losingAccounts,
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
  trialIdsSince,
  usersRoutes,
  type UsersParts,
} from "#users";
import { connectionRoutes, pendingSql, SENDER, walletRoutes, watchListRoutes } from "#wallet";
import { sharedFor, type Database, type Origin } from "#platform";
import { patientNode } from "./machine.ts";
import { poolRoutes, workersRoutes } from "#pool";
import { publicRoutes, publicStats } from "./public-routes.ts";
import { registerApi } from "./routes.ts";
import { sharedUntilNews } from "./shared-answers.ts";
import type { WebParts } from "./web-parts.ts";

/** The wallet's coins are summed no more often, however many look. */
const OPERATIONS_SHARED_MS = 10_000;
/** The share of losing accounts reads the trades of a year. */
const LOSING_SHARED_MS = 5_000;

export function registerRooms(
  app: FastifyInstance,
  parts: WebParts,
  { version }: { readonly version: string },
): void {
  const { users, wallet, mining, earn, forex, shop, config, machine, eventLoop, readiness } = parts;
  const { database } = users;
  const { reads } = parts;
  const news = reads?.news ?? users.bus;
  const door = {
    identify: (token: string | undefined, ip: string) => identify(users, token, ip),
    reads,
    siteUrl: config.siteUrl,
  };
  const readLosing = sharedFor(LOSING_SHARED_MS, losingAccounts);
  const site = {
    passkeysAt: users.relyingParty?.origin,
    node: parts.node,
    clock: users.clock,
    config,
    version,
    readiness,
    deskFigures: (from: Database) =>
      deskFigures({
        ...forex.market,
        database: from,
        uncounted: TRIAL_IDS,
        uncountedSince: trialIdsSince,
        readLosing,
      }),
    startedAt: machine.startedAt,
    isLive: () => eventLoop.isLive(),
  };
  const stats = sharedUntilNews(news, (from: Database) => publicStats({ ...site, database: from }));
  const publicOn = (from: Database) => publicRoutes({ ...site, database: from, stats });
  registerApi(app, publicApi, publicOn(database), door, publicOn);
  const poolFiguresOn = (from: Database) =>
    poolRoutes({
      database: from,
      clock: users.clock,
      network: config.bitcoin.network,
      blockSeconds: config.bitcoin.blockSeconds,
      raiseWaitHours: config.administratorWaitHours,
      uncounted: TRIAL_IDS,
      pool: parts.pool && (() => parts.pool?.state()),
    });
  type PoolHandlers = ReturnType<typeof poolFiguresOn>;
  const pool = sharedUntilNews(
    news,
    (from: Database, ...asked: Parameters<PoolHandlers["getPool"]>) =>
      poolFiguresOn(from).getPool(...asked),
  );
  const poolOn = (from: Database): PoolHandlers => ({
    ...poolFiguresOn(from),
    getPool: (request) => pool(from, request),
  });
  registerApi(app, poolApi, poolOn(database), door, poolOn);
  const workersOn = (from: Database) => workersRoutes({ database: from, clock: users.clock });
  registerApi(app, miningWorkersApi, workersOn(database), door, workersOn);
  registerApi(app, usersApi, usersRoutes({ ...users, pending: pendingSql }), door);
  registerApi(app, keysApi, keysRoutes(users), door);
  const mailbox = notificationsRoutes({ ...users, isProven: (of) => hasFreshProof(users, of) });
  registerApi(app, notificationsApi, mailbox, door);
  const ledgerOn = (from: Database) => ledgerRoutes({ database: from, tellers: CAUSE_TELLERS });
  registerApi(app, ledgerApi, ledgerOn(database), door, ledgerOn);
  registerApi(app, walletApi, walletRoutes(wallet), door, (standby) =>
    walletRoutes({ ...wallet, database: standby }),
  );
  registerApi(app, walletConnectionsApi, connectionRoutes(wallet), door);
  registerApi(app, watchListApi, watchListRoutes(wallet), door);
  const minersOn = (from: Database) => miningRoutes({ ...mining, database: from });
  type MiningHandlers = ReturnType<typeof minersOn>;
  const plans = sharedUntilNews(
    news,
    (from: Database, ...asked: Parameters<MiningHandlers["listPlans"]>) =>
      minersOn(from).listPlans(...asked),
  );
  const miningOn = (from: Database): MiningHandlers => ({
    ...minersOn(from),
    listPlans: (request) => plans(from, request),
  });
  registerApi(app, miningApi, miningOn(database), door, miningOn);
  const workOn = (from: Database) => workRoutes({ ...mining, database: from });
  registerApi(app, workStatementsApi, workOn(database), door, workOn);
  registerApi(app, supportApi, supportRoutes(users), door);
  registerApi(app, chatApi, chatRoutes(users), door);
  registerApi(app, earnApi, earnRoutes(earn), door, (standby) =>
    earnRoutes({ ...earn, database: standby }),
  );
  const nodeHeight = () => parts.node.getBlockCount().catch(() => null);
  const nodeMempool = () => parts.node.getRawMempool();
  const admin = {
    ...withoutKeys(users),
    ...parts.house,
    nodeHeight,
    nodeMempool,
    feeNode: patientNode(parts.node),
    account: wallet.account,
    openedAt: wallet.openedAt,
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
  registerApi(app, adminApi, { ...office, getOperations }, door, (standby) =>
    adminRoutes({ ...admin, database: standby, primary: database }),
  );
  registerApi(app, adminApprovalsApi, adminApprovalsRoutes(admin), door, (standby) =>
    adminApprovalsRoutes({ ...admin, database: standby }),
  );
  registerApi(app, ownAuditApi, ownAuditRoutes({ database }), door);
  const analyticsOn = (from: Database) =>
    analyticsRoutes({
      ...mining,
      database: from,
      deskEquity: (userId) => deskEquity({ ...forex.desk, database: from }, userId),
    });
  registerApi(app, analyticsApi, analyticsOn(database), door, analyticsOn);
  const historyOn = (from: Database) => historyRoutes({ database: from, clock: users.clock });
  registerApi(app, historyApi, historyOn(database), door, historyOn);
  registerApi(app, forexMarketApi, forexMarketRoutes(forex.market), door);
  registerApi(app, forexAccountApi, forexAccountRoutes(forex.desk), door, (standby) =>
    forexAccountRoutes({ ...forex.desk, database: standby }),
  );
  const uploads = { ...door, countUpload: (origin: Origin) => countUpload(forex.replays, origin) };
  registerApi(app, forexReplaysApi, forexReplayRoutes(forex.replays), uploads, (standby) =>
    forexReplayRoutes({ ...forex.replays, database: standby }),
  );
  const shopOn = (from: Database) => shopRoutes({ ...shop, database: from });
  registerApi(app, shopApi, shopOn(database), door, shopOn);
}

/** Administrators' rooms sign nothing and open nothing. */
function withoutKeys({ masterKey: _masterKey, signingKeys: _signingKeys, ...rest }: UsersParts) {
  return rest;
}
