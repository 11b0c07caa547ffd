/** Somebody who reads all the time: a page, a public figure and their own wallet. */
import { setTimeout as sleep } from "node:timers/promises";
import { paths } from "../../../../api-schema/paths.ts";
import type { Scene } from "./fault.ts";

const PAUSE_MS = 100;
const ANSWER_MS_MAX = 10_000;
const READS = ["page", "public figures", "own wallet"] as const;

interface Count {
  answered: number;
  failed: number;
  lastMs: number;
  gapMs: number;
}

export interface Reading {
  /** One line for each kind: how many were answered, and the longest time without an answer. */
  stop(): Promise<string[]>;
}

export function readOn({ floor, load }: Scene): Reading {
  const stopping = new AbortController();
  const urls = {
    page: `${floor.url}/`,
    "public figures": floor.url + paths.getPublicStats[1],
    "own wallet": floor.url + paths.getWallet[1],
  };
  const read = async (what: (typeof READS)[number]) => {
    const count: Count = { answered: 0, failed: 0, lastMs: performance.now(), gapMs: 0 };
    while (!stopping.signal.aborted) {
      const token = await load.tokenOfOne();
      const isAnswered = await fetch(urls[what], {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
        .then(async (answer) => (await answer.text()) !== "" && answer.ok)
        .catch(() => false);
      if (isAnswered) count.answered += 1;
      else count.failed += 1;
      if (isAnswered) {
        count.gapMs = Math.max(count.gapMs, performance.now() - count.lastMs);
        count.lastMs = performance.now();
      }
      await sleep(PAUSE_MS);
    }
    const gapSeconds = (Math.max(count.gapMs, performance.now() - count.lastMs) / 1_000).toFixed(1);
    return `Reading, ${what}: ${count.answered} answered, ${count.failed} not, at most ${gapSeconds} s from one answer to the next.`;
  };
  const reading = READS.map(read);
  return {
    stop() {
      stopping.abort();
      return Promise.all(reading);
    },
  };
}
