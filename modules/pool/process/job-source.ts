/**
 * Provides jobs for miners. Requests a block template from the node every 30 seconds and at each
 * new tip. Templates older than a minute are not used. The pool never builds a template itself.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { BitcoinNode, BlockTemplate } from "#bitcoin";
import { Outage, type Clock, type Log } from "#platform";
import { jobFrom, type Job, type JobPlan } from "../stratum/job.ts";

export interface JobSource {
  /** Returns the current job, or undefined if the last template is older than a minute. */
  current(): Job | undefined;
  templateAt(): Date | undefined;
  /** Returns the time when the current tip was first seen. */
  tipSeenAt(): Date | undefined;
  /** Sends the current template with different coinbase bytes, which invalidates earlier jobs. */
  renew(): void;
  /** Requests a new template immediately. */
  wake(): void;
  stop(): Promise<void>;
}

interface JobSourceDeps {
  readonly node: Pick<BitcoinNode, "getBlockTemplate">;
  readonly clock: Clock;
  readonly log: Log;
  readonly plan: Omit<JobPlan, "serial">;
  readonly onJob: (job: Job, isClean: boolean) => void;
}

const REFRESH_MS = 30_000;
const RETRY_MS = 1_000;
/**
 * Number of consecutive failures before a warning is logged. A few failures are normal while the
 * node restarts.
 */
const FAILURES_LOGGED_MIN = 3;
const FRESH_MS_MAX = 60_000;

export function startJobSource({ node, clock, log, plan, onJob }: JobSourceDeps): JobSource {
  const stopping = new AbortController();
  let serial = 0;
  let job: Job | undefined;
  let template: BlockTemplate | undefined;
  let templateAt: Date | undefined;
  let tipSeenAt: Date | undefined;
  let waking = new AbortController();
  let failures = 0;

  const refresh = async (): Promise<void> => {
    const next = await node.getBlockTemplate({ signal: stopping.signal });
    const now = clock.now();
    const isNewTip = template?.previousHash !== next.previousHash;
    if (isNewTip) tipSeenAt = now;
    templateAt = now;
    hand(next, isNewTip);
  };

  const hand = (next: BlockTemplate, isClean: boolean): void => {
    serial += 1;
    template = next;
    job = jobFrom(next, { ...plan, serial });
    onJob(job, isClean);
  };

  const refreshOnce = async (): Promise<number> => {
    try {
      await refresh();
      if (failures >= FAILURES_LOGGED_MIN) log.info("the pool has block templates again");
      failures = 0;
      return REFRESH_MS;
    } catch (error) {
      if (stopping.signal.aborted) return 0;
      failures += 1;
      if (failures === FAILURES_LOGGED_MIN) log.warn({ error }, "the pool has no block template");
      // Retry RPC errors as well, because the node may still be in its initial block download.
      return error instanceof Outage ? RETRY_MS : REFRESH_MS / 10;
    }
  };

  const working = (async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const pauseMs = await refreshOnce();
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  })();

  return {
    current() {
      const isFresh = templateAt && clock.now().getTime() - templateAt.getTime() <= FRESH_MS_MAX;
      return isFresh ? job : undefined;
    },
    templateAt: () => templateAt,
    tipSeenAt: () => tipSeenAt,
    renew() {
      if (template) hand(template, true);
    },
    wake: () => waking.abort(),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
