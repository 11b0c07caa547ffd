/**
 * Sends market orders at a fixed rate, as independent traders do, and measures their delay and how
 * far the engine falls behind. An order is filled at the first quote after the latency that the
 * desk draws for it, so its delay is compared with this latency and the time between two quotes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { TICK_MS } from "#market";
import type { Database } from "#platform";
import { processedUntil } from "../../modules/forex/engine/processed-until.ts";
import { loadOf, type Load } from "./callers.ts";
import type { Rate } from "./yardstick.ts";

const ORDERS_PER_SECOND = 160;

export interface OrderRateRound {
  readonly steadyOrders: Load;
  /** The latencies that the desk drew for these orders. */
  readonly drawnLatency: Load;
  /** `meanMs` is the longest time that the engine was behind the newest tick. */
  readonly engineLag: Rate;
}

/** Twice the drawn latency plus one tick, in milliseconds. */
export function allowedMs({ drawnLatency }: OrderRateRound): number {
  return 2 * drawnLatency.p99Ms + TICK_MS;
}

const POLL_MS = 50;

interface OrderRateDeps {
  readonly database: Database;
  /** How far the product's clock is ahead. */
  readonly aheadMs: number;
  /** Sends an order and returns the response. */
  readonly order: () => Promise<string>;
}

export async function measureOrderRate(
  { database, aheadMs, order }: OrderRateDeps,
  seconds: number,
): Promise<OrderRateRound> {
  const delays: number[] = [];
  const latencies: number[] = [];
  const lag = watchLag(database, aheadMs);
  // Measured from the time at which the order was due, so that a slow sender hides no delay.
  const send = async (dueMs: number) => {
    const answer = await order();
    delays.push(performance.now() - dueMs);
    latencies.push(latencyOf(answer));
  };
  const beganMs = performance.now();
  const sending: Promise<void>[] = [];
  for (let sent = 0; sent < ORDERS_PER_SECOND * seconds; sent += 1) {
    const dueMs = beganMs + (sent * 1_000) / ORDERS_PER_SECOND;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    sending.push(send(dueMs));
  }
  await Promise.all(sending);
  const lagMs = await lag.end();
  return {
    steadyOrders: loadOf(delays, seconds),
    drawnLatency: loadOf(latencies, seconds),
    engineLag: { perSecond: 1_000 / lagMs, meanMs: lagMs },
  };
}

function latencyOf(answer: string): number {
  const { fill } = JSON.parse(answer) as { fill?: { detail: { latencyMs?: number } } | null };
  if (fill?.detail.latencyMs === undefined) throw new Error(`not filled: ${answer}`);
  return fill.detail.latencyMs;
}

/**
 * Polls the engine's last processed tick. The engine saves this tick every two seconds, and more
 * often after fills, so only the tick's age at a change shows how far the engine is behind.
 */
function watchLag(database: Database, aheadMs: number) {
  const ending = new AbortController();
  let longestMs = 0;
  const polling = (async () => {
    let last = await processedUntil(database);
    while (!ending.signal.aborted) {
      await sleep(POLL_MS);
      const current = await processedUntil(database);
      if (current === undefined || current === last) continue;
      longestMs = Math.max(longestMs, Date.now() + aheadMs - current);
      last = current;
    }
  })();
  return {
    async end() {
      ending.abort();
      await polling;
      if (longestMs === 0) throw new Error("the engine has processed no tick");
      return longestMs;
    },
  };
}
