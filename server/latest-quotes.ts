/**
 * Live prices beside the bus: one message of all instruments in a tick, made once for all who
 * listen and not at all when nobody does. Only the latest counts: who has not taken the last one
 * yet misses this one, so that nothing queues for a slow reader.
 */
import type { Clock, Log } from "#platform";
import { binaryFrame } from "./binary-frame.ts";
import type { Client } from "./stream-client.ts";

export interface QuoteDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** What there is to tell now, as api/quote-frame.ts has it. */
  readonly quoteFrame: () => Promise<Uint8Array>;
}

export interface LatestQuotes {
  /** At once, then with each tick. */
  add(client: Client): void;
  delete(client: Client): void;
  stop(): void;
}

const TICK_MS = 200;

export function sendLatestQuotes({ log, clock, quoteFrame }: QuoteDeps): LatestQuotes {
  /** What each was sent last. */
  const listeners = new Map<Client, Buffer | undefined>();
  let latest: Buffer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  const refresh = async () => {
    try {
      const quotes = await quoteFrame();
      const frame = binaryFrame(quotes);
      // While the market is closed nothing new is told.
      if (quotes.length > 0 && !latest?.equals(frame)) latest = frame;
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, "no quotes to send");
      hasFailed = true;
    }
  };
  const deliver = () => {
    if (!latest) return;
    for (const [client, sent] of listeners) {
      const { socket, wire } = client;
      if (sent === latest || socket.bufferedAmount > 0 || socket.readyState !== socket.OPEN)
        continue;
      wire.write(latest);
      listeners.set(client, latest);
    }
  };
  const tick = async () => {
    await refresh();
    deliver();
    if (listeners.size > 0) schedule();
  };
  const schedule = () => {
    const untilTick = TICK_MS - (clock.now().getTime() % TICK_MS);
    clearTimeout(timer);
    timer = setTimeout(() => void tick(), untilTick);
    timer.unref();
  };

  return {
    add(client) {
      if (listeners.has(client)) return;
      listeners.set(client, undefined);
      if (listeners.size === 1) void tick();
    },
    delete(client) {
      listeners.delete(client);
      if (listeners.size === 0) clearTimeout(timer);
    },
    stop() {
      listeners.clear();
      clearTimeout(timer);
    },
  };
}
