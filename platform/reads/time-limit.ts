/** Limits the time of calls to a server, and repeats calls at intervals. */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage } from "../errors/refusal.ts";

/**
 * Settles like `work`, or rejects with Outage after `ms`. A frozen server is thus detected long
 * before its connection times out.
 */
export async function withTimeLimit<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).then(() => {
    throw new Outage("database", "the standby does not answer");
  });
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/** Repeats `work`, with a pause of `everyMs` after each call. */
export function repeat(work: () => Promise<void>, everyMs: number): { stop(): Promise<void> } {
  const over = new AbortController();
  const running = (async () => {
    while (!over.signal.aborted) {
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
      if (!over.signal.aborted) await work();
    }
  })();
  return {
    async stop() {
      over.abort();
      await running;
    },
  };
}
