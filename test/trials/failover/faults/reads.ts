/**
 * Simulates a user who continuously reads a page, a public figure, their own wallet and their own
 * statement.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { paths } from "../../../../api/paths.ts";
import type { Scene } from "./fault.ts";

const PAUSE_MS = 100;
const ANSWER_MS_MAX = 10_000;
const READS = ["page", "public figures", "own wallet", "own statement"] as const;

interface Count {
  answered: number;
  /** Number of failed reads by HTTP status or error name. */
  readonly failed: Map<string, number>;
  lastMs: number;
  gapMs: number;
}

export interface Reading {
  /**
   * Stops reading. Returns one line per kind of read, with the number of responses, the failures,
   * and the longest gap between responses.
   */
  stop(): Promise<string[]>;
}

export function readOn({ platform, load }: Scene): Reading {
  const stopping = new AbortController();
  const urls = {
    page: `${platform.url}/`,
    "public figures": platform.url + paths.getPublicStats.path,
    "own wallet": platform.url + paths.getWallet.path,
    "own statement": platform.url + paths.listEntries.path,
  };
  const read = async (what: (typeof READS)[number]) => {
    const count: Count = { answered: 0, failed: new Map(), lastMs: performance.now(), gapMs: 0 };
    while (!stopping.signal.aborted) {
      const failure = await failureOf(urls[what], await load.tokenOfOne());
      if (failure === undefined) {
        count.answered += 1;
        count.gapMs = Math.max(count.gapMs, performance.now() - count.lastMs);
        count.lastMs = performance.now();
      } else count.failed.set(failure, (count.failed.get(failure) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
    const gapSeconds = (Math.max(count.gapMs, performance.now() - count.lastMs) / 1_000).toFixed(1);
    const failed = [...count.failed].map(([why, times]) => `${why} ${times}`).join(", ");
    return `Reads of ${what}: ${count.answered} answered, failures: ${failed || "none"}, longest gap between answers ${gapSeconds} s.`;
  };
  const reading = READS.map(read);
  return {
    stop() {
      stopping.abort();
      return Promise.all(reading);
    },
  };
}

async function failureOf(url: string, token: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    await answer.text();
    return answer.ok ? undefined : String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.name : "?";
  }
}
