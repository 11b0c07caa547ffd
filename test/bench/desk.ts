/**
 * Measures the Forex desk over HTTP with the whole product. Market orders from many traders are
 * compared with minimal durable requests. Market orders at a fixed rate are compared with the
 * latency that the desk draws for them. Prices sent to a thousand open pages are compared with a
 * minimal socket server that sends the same number of bytes at the same rate. The Forex page is
 * also measured in a browser. The product's clock is set forward to the middle of a week, when the
 * practice market is open, so that the results do not depend on the time of day.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { RouteName } from "../../api/paths.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { callers, eachOnce, type Load } from "./callers.ts";
import { openClient, type HttpClient } from "./http-client.ts";
import {
  openPeopleInstallation,
  paying,
  type BenchPerson,
  type PeopleInstallation,
} from "./people-installation.ts";
import { processMs } from "./processor-time.ts";
import { measureDeskPage } from "./desk-page.ts";
import { measureOrderRate, type OrderRateRound } from "./order-rate.ts";
import type { Plan } from "./plan.ts";
import { openQuoteSockets } from "./quote-sockets.ts";
import type { Rate } from "./yardstick.ts";

export interface DeskRound extends OrderRateRound {
  readonly post: Load;
  readonly orders: Load;
  /**
   * Delay from a tick until its frame arrives at the page. `meanMs` is the additional CPU time per
   * frame.
   */
  readonly frames: Rate & { readonly p99Ms: number };
  readonly rawFrames: Rate & { readonly p99Ms: number };
}

/**
 * Numbers of traders and pages. The engine saves its progress every two seconds, so a measurement
 * of `steadySeconds` sees it at least once. An order takes up to 450 ms, so no trader reaches the
 * limit of ten orders per second. Each of the first users has several pages open.
 */
const COUNTS = {
  full: { ordersAtOnce: 600, steadySeconds: 10, pageUsers: 100, pagesEach: 10, settleMs: 2_000 },
  short: { ordersAtOnce: 64, steadySeconds: 4, pageUsers: 10, pagesEach: 5, settleMs: 500 },
};
const FEW_AT_ONCE = 4;
const INSTRUMENT = "EUR_USD";
const FUNDS_SATS = 10_000_000;
/** Five frames per page, so that even a short run receives some. */
const FRAME_SECONDS_MIN = 1;
const WEDNESDAY = 3;
const NOON = 12;

export async function measureDesk(bench: BenchDatabase, plan: Plan) {
  const aheadMs = middleOfWeek().getTime() - Date.now();
  const installation = await openPeopleInstallation(bench, plan, {
    database: "bench_desk",
    aheadMs,
  });
  const client = openClient(FEW_AT_ONCE);
  plan.cleanUp.defer(() => client.close());
  const traders = installation.people;
  await eachOnce(FEW_AT_ONCE, traders, ({ token }) =>
    client.ask(installation.urlOf("transferForexFunds"), paying(token, { amountSats: FUNDS_SATS })),
  );
  const deps = { installation, client, traders, aheadMs, counts: COUNTS[plan.size] };
  await measureOrders(deps, plan.seconds / 2);
  const pageRound = await measurePage(deps, plan);
  const rounds: DeskRound[] = [];
  for (let round = 1; round <= plan.rounds; round += 1)
    rounds.push({
      ...(await measureOrders(deps, plan.seconds)),
      ...(await measureSteadyOrders(deps)),
      ...(await measureFrames(deps, Math.max(plan.seconds, FRAME_SECONDS_MIN))),
    });
  return { rounds, pageRound, database: installation.database };
}

/** Returns next Wednesday at noon UTC, far from the weekend and from the end of a trading day. */
function middleOfWeek(): Date {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 1 + ((WEDNESDAY - 1 - day.getUTCDay() + 7) % 7));
  day.setUTCHours(NOON, 0, 0, 0);
  return day;
}

interface Deps {
  readonly installation: PeopleInstallation;
  readonly client: HttpClient;
  readonly traders: readonly BenchPerson[];
  readonly aheadMs: number;
  readonly counts: (typeof COUNTS)[Plan["size"]];
}

/**
 * Measures the Forex page for a user who has a position with stop and target, and a pending order.
 */
async function measurePage({ installation, client, traders }: Deps, plan: Plan) {
  const [trader] = traders;
  if (trader === undefined) throw new Error("nobody trades");
  const urlOf = (name: RouteName) => installation.urlOf(name);
  const board = await client.ask(urlOf("getQuotes"), { method: "GET", token: trader.token });
  const { quotes } = JSON.parse(board) as { quotes: readonly Quoted[] };
  const mid = Number(quotes.find(({ instrument }) => instrument === INSTRUMENT)?.ask ?? 0);
  const at = (share: number) => (mid * share).toFixed(5);
  const entry = { instrument: INSTRUMENT, units: "100" };
  for (const body of [
    {
      ...entry,
      type: "MARKET",
      takeProfitOnFill: { price: at(1.01) },
      stopLossOnFill: { price: at(0.99) },
    },
    { ...entry, type: "LIMIT", price: at(0.995) },
  ])
    await client.ask(urlOf("placeForexOrder"), paying(trader.token, body));
  return measureDeskPage(new URL(urlOf("getMe")).origin, trader, plan.size);
}

interface Quoted {
  readonly instrument: string;
  readonly ask: string;
}

async function measureOrders({ installation, traders, counts }: Deps, seconds: number) {
  // The server limits the number of connections per network, so close this client before the
  // sockets are opened.
  const client = openClient(counts.ordersAtOnce);
  const order = ordersOf(client, { installation, traders });
  try {
    return {
      post: await callers(counts.ordersAtOnce, seconds, () =>
        client.ask(installation.yardstickUrl, { method: "POST", body: ORDER }),
      ),
      orders: await callers(counts.ordersAtOnce, seconds, order),
    };
  } finally {
    client.close();
  }
}

async function measureSteadyOrders(deps: Deps) {
  const { aheadMs, counts, installation } = deps;
  const client = openClient(counts.ordersAtOnce);
  const order = ordersOf(client, deps);
  try {
    const { database } = installation;
    return await measureOrderRate({ database, aheadMs, order }, counts.steadySeconds);
  } finally {
    client.close();
  }
}

const ORDER = { type: "MARKET", instrument: INSTRUMENT, units: "100" };

/** Returns a function that sends the next trader's order. */
function ordersOf(
  client: HttpClient,
  { installation, traders }: Pick<Deps, "installation" | "traders">,
) {
  let sent = 0;
  return () => {
    const { token } = traders[sent % traders.length] ?? { token: "" };
    // Alternates between buying and selling, so that the traders' positions do not grow.
    const isBack = Math.floor(sent / traders.length) % 2 === 1;
    sent += 1;
    const units = isBack ? "-100" : "100";
    return client.ask(installation.urlOf("placeForexOrder"), paying(token, { ...ORDER, units }));
  };
}

async function measureFrames({ installation, traders, aheadMs, counts }: Deps, seconds: number) {
  const { pids, yardstickUrl } = installation;
  const tokens = traders
    .slice(0, counts.pageUsers)
    .flatMap(({ token }) => Array.from({ length: counts.pagesEach }, () => token));
  const measure = async (url: string, pid: number, ahead = 0) => {
    const idle = await processorShare(pid, seconds);
    const sockets = await openQuoteSockets(url, tokens, ahead);
    await sleep(counts.settleMs);
    sockets.start();
    const busy = await processorShare(pid, seconds);
    const { frames, p99Ms } = sockets.stop();
    const perSecond = frames / seconds;
    return { perSecond, meanMs: ((busy - idle) * 1_000) / perSecond, p99Ms };
  };
  const origin = new URL(installation.urlOf("getMe")).origin;
  return {
    rawFrames: await measure(yardstickUrl, pids.yardstick),
    frames: await measure(`${origin}/api/v1/stream`, pids.server, aheadMs),
  };
}

/** Returns an idle process's CPU utilisation as a fraction of one core. */
async function processorShare(pid: number, seconds: number): Promise<number> {
  const before = processMs(pid);
  await sleep(seconds * 1_000);
  return (processMs(pid) - before) / (seconds * 1_000);
}
