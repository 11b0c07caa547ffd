/**
 * Opens the node and the modules, and passes each module its dependencies. Product modules do not
 * import one another, so this file passes them functions of the other modules.
 */
import { checkSameChain, openNode, type OpenedNode } from "#bitcoin";
import type { EarnWorkerDeps, OpenDeps } from "#earn";
import { openForex, openForexMarket, type Forex, type ForexMarket, type QuoteFeed } from "#forex";
import { accruedEarnings, earningsSettlement, type BuyDeps } from "#mining";
import {
  createPayGate,
  openMasterKey,
  Outage,
  StartError,
  type Clock,
  type Config,
  type Database,
  type Log,
  type PayGate,
  type SharedBus,
} from "#platform";
import type { ShopDeps } from "#shop";
import {
  addNetworkHit,
  findDisabled,
  ensureServiceKey,
  openUsers,
  requirePerson,
  type UsersDeps,
} from "#users";
import { frozenAmong, openWallet, type OpenWallet } from "#wallet";
import { openOperatorProducts, type OperatorProducts } from "./products.ts";
import type { Roles } from "./roles.ts";
import type { Teardown } from "./teardown.ts";

/** The base services of an installation and values derived from its settings. */
export interface Ground {
  readonly config: Config;
  readonly shared: {
    readonly database: Database;
    readonly log: Log;
    readonly clock: Clock;
    readonly bus: SharedBus;
  };
  /** Database URL for the signer and the pool, which run as separate processes. */
  readonly processUrl: string;
  /** The installation's public URL. */
  readonly siteUrl: string;
  /** The machine's uptime, independent of its clock. */
  readonly uptimeMs: () => number;
  /** The expected time between two blocks. */
  readonly blockSeconds: number;
  readonly roles: Roles;
  readonly teardown: Teardown;
}

/**
 * Interval between two clock comparisons. After an administrator confirms the time, every process
 * uses current prices again within this interval.
 */
const COMPARE_MS = 5_000;

export interface Modules {
  readonly node: OpenedNode;
  readonly operator: OperatorProducts;
  readonly users: UsersDeps;
  readonly wallet: OpenWallet;
  readonly payGate: PayGate;
  readonly mining: BuyDeps & { readonly raiseWaitHours: number };
  readonly earn: OpenDeps & EarnWorkerDeps;
  readonly forex: Forex;
  readonly shop: ShopDeps;
}

/** Opens the modules. Throws StartError if the node does not respond or is on another chain. */
export async function openModules(ground: Ground): Promise<Modules> {
  const { config, shared, processUrl, siteUrl, blockSeconds, teardown } = ground;
  const { database, log } = shared;
  const payGate = await openGate(ground);
  const desk = { ...shared, clock: payGate.steadyClock };
  const { dataDir, administratorWaitHours: raiseWaitHours } = config;
  const node = await openNode({ ...config.bitcoin, dataDir, log });
  teardown.add("bitcoin node", () => node.stop());
  await checkSameChain({ database, node }).catch((error: unknown) =>
    nodeIsDown(error, config.bitcoin.rpcUrl),
  );
  const masterKey = openMasterKey(dataDir);
  const market = await openForexMarket({ ...desk, masterKey, oandaAccount: config.oanda });
  teardown.add("Forex prices", () => market.close());
  const operator = openOperatorProducts(valuedNow(market), { raiseWaitHours });
  const { treasury } = operator;
  const users = await openUsers({
    ...shared,
    masterKey,
    dataDir,
    siteUrl,
    hosted: config.supabase,
    redirectAllowList: config.redirectAllowList,
    mailLeaves: config.smtpUrl !== undefined,
    limits: { administratorWaitHours: config.administratorWaitHours },
  });
  if (!users.hosted) await ensureServiceKey(users);
  const settleEarnings = earningsSettlement({ payGate, raiseWaitHours });
  const wallet = await openWallet({
    ...shared,
    settleEarnings,
    accrued: accruedEarnings({ payGate }),
    node,
    signerUrl: processUrl,
    dataDir,
    secondFactor: users,
    blockSeconds,
    withdrawalsPerHourMax: config.rates.withdrawalsPerHour,
    raiseWaitHours,
    treasury,
  });
  // After the start, only the workers use the signer. The other processes need only the addresses
  // that the signer reports at the start.
  if (ground.roles.works) teardown.add("signer", () => wallet.close());
  else await wallet.close();
  return {
    node,
    operator,
    users,
    wallet,
    payGate,
    mining: { ...shared, frozenAmong, treasury, payGate, settleEarnings, raiseWaitHours },
    earn: { ...shared, frozenAmong, treasury, payGate, settleEarnings },
    forex: openForex(market, {
      ...desk,
      frozenAmong,
      disabledAmong: (userIds) => findDisabled(database, userIds, shared.clock.now()),
      treasury,
      settleEarnings,
      people: { addNetworkHit, requirePerson },
    }),
    shop: { ...shared, frozenAmong, treasury, payGate, settleEarnings },
  };
}

/** Values positions at the desk's own time, regardless of the caller's clock. */
const valuedNow = ({ feed, clock }: ForexMarket): Pick<QuoteFeed, "valuedAt"> => ({
  valuedAt: () => feed.valuedAt(clock.now().getTime()),
});

/**
 * Opens the pay gate, which decides whether payouts may trust the clock. Every process compares its
 * clock, even a process that makes no payouts.
 */
async function openGate({ shared, uptimeMs, teardown }: Ground): Promise<PayGate> {
  const payGate = createPayGate({ ...shared, uptimeMs });
  await payGate.checkedClock();
  // Errors are ignored here, because the code that makes payouts reports a database outage itself.
  const compare = () => void payGate.checkedClock().catch(() => undefined);
  const timer = setInterval(compare, COMPARE_MS);
  teardown.add("pay gate", async () => clearInterval(timer));
  return payGate;
}

/**
 * Throws a StartError. Without its node, the installation cannot compare its coins with the ledger,
 * so it does not start.
 */
function nodeIsDown(error: unknown, rpcUrl: string | undefined): never {
  if (!(error instanceof Outage) || error.what === "database") throw error;
  const name = rpcUrl === undefined ? "BITCOIN_NETWORK" : "BITCOIN_RPC_URL";
  throw new StartError(`${name}: the node does not answer (${error.message}).`, { cause: error });
}
