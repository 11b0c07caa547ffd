/**
 * The Forex desk over HTTP against the whole product: market orders of a hundred traders beside a
 * bare durable request, and prices to a thousand open pages beside a bare socket server that sends
 * as many bytes as often. Measured while the practice market is open: at the weekend there is
 * nothing to measure, and it says so.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isMarketOpen } from "#market";
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
import { openQuoteSockets, type QuoteSockets } from "./quote-sockets.ts";
import type { Rate } from "./yardstick.ts";

export interface DeskRound {
  readonly post: Load;
  readonly orders: Load;
  /** A frame's way from its tick to the page; `meanMs` is processor time of sending it. */
  readonly frames: Rate & { readonly p99Ms: number };
  readonly rawFrames: Rate & { readonly p99Ms: number };
}

const TRADERS = 100;
/** An order is up to 250 ms on its way before it is answered: each trader has some under way. */
const ORDERS_AT_ONCE = 400;
const FUNDS_SATS = 10_000_000;
const SOCKETS_EACH = 10;
const SETTLE_MS = 2_000;

export async function measureDesk(
  bench: BenchDatabase,
  plan: { readonly rounds: number; readonly seconds: number },
) {
  if (!isMarketOpen(Date.now())) return undefined;
  const installation = await openPeopleInstallation(bench);
  const client = openClient(ORDERS_AT_ONCE);
  const traders = installation.people.slice(0, TRADERS);
  await eachOnce(4, traders, ({ token }) =>
    client.ask(installation.urlOf("transferForexFunds"), paying(token, { amountSats: FUNDS_SATS })),
  );
  const parts = { installation, client, traders };
  await measureOrders(parts, plan.seconds / 2);
  const rounds: DeskRound[] = [];
  for (let round = 1; round <= plan.rounds; round += 1)
    rounds.push({
      ...(await measureOrders(parts, plan.seconds)),
      ...(await measureFrames(parts, plan.seconds)),
    });
  return {
    rounds,
    database: installation.database,
    async close() {
      client.close();
      await installation.close();
    },
  };
}

interface Parts {
  readonly installation: PeopleInstallation;
  readonly client: HttpClient;
  readonly traders: readonly BenchPerson[];
}

async function measureOrders(parts: Parts, seconds: number) {
  const { installation, client, traders } = parts;
  const body = { type: "MARKET", instrument: "EUR_USD", units: "100" };
  let sent = 0;
  const order = () => {
    const { token } = traders[sent % traders.length] ?? { token: "" };
    // There and back: nobody's position grows.
    const isBack = Math.floor(sent / traders.length) % 2 === 1;
    sent += 1;
    const units = isBack ? "-100" : "100";
    return client.ask(installation.urlOf("placeForexOrder"), paying(token, { ...body, units }));
  };
  return {
    post: await callers(ORDERS_AT_ONCE, seconds, () =>
      client.ask(installation.yardstickUrl, { method: "POST", body }),
    ),
    orders: await callers(ORDERS_AT_ONCE, seconds, order),
  };
}

async function measureFrames({ installation, traders }: Parts, seconds: number) {
  const { pids, yardstickUrl, urlOf } = installation;
  const tokens = traders.flatMap(({ token }) => Array.from({ length: SOCKETS_EACH }, () => token));
  const measure = async (sockets: QuoteSockets, pid: number) => {
    await sleep(SETTLE_MS);
    sockets.start();
    const before = processMs(pid);
    const startedMs = performance.now();
    await sleep(seconds * 1_000);
    const { frames, p99Ms } = sockets.stop();
    const perSecond = (frames * 1_000) / (performance.now() - startedMs);
    return { perSecond, meanMs: (processMs(pid) - before) / frames, p99Ms };
  };
  const origin = new URL(urlOf("getMe")).origin;
  return {
    rawFrames: await measure(await openQuoteSockets(yardstickUrl, tokens), pids.yardstick),
    frames: await measure(await openQuoteSockets(`${origin}/api/v1/stream`, tokens), pids.server),
  };
}
