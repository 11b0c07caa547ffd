/** Looking at a server again and again, and not for longer than it is worth. */
import { setTimeout as sleep } from "node:timers/promises";
import { Outage } from "../errors/refusal.ts";

/**
 * A server that is frozen is away long before its connection is given up. Throws Outage, or what
 * `work` throws.
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

/** One after the other, each some time after the one before it. */
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
