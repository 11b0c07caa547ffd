import { afterEach, expect, test } from "vitest";
import { Outage, silentLog } from "#platform";
import { NOW_MS, template } from "../testing/template.ts";
import type { Job } from "../stratum/job.ts";
import { startJobSource, type JobSource } from "./job-source.ts";

let source: JobSource | undefined;
afterEach(() => source?.stop());

/** Fakes a clock and a node that can be stopped. */
function begin() {
  let nowMs = NOW_MS;
  let previousHash = "11".repeat(32);
  let isAway = false;
  const offers: { job: Job; isClean: boolean }[] = [];
  let next = Promise.withResolvers<void>();
  source = startJobSource({
    node: {
      async getBlockTemplate() {
        if (isAway) throw new Outage("bitcoin node", "no answer");
        return template({ previousHash });
      },
    },
    clock: { now: () => new Date(nowMs) },
    log: silentLog,
    plan: { bootNonce: Buffer.alloc(4), payScriptHex: "51" },
    onJob(job, isClean) {
      offers.push({ job, isClean });
      next.resolve();
      next = Promise.withResolvers<void>();
    },
  });
  return {
    source,
    told: offers,
    heard: () => next.promise,
    pass: (ms: number) => void (nowMs += ms),
    away: (is: boolean) => void (isAway = is),
    find: () => void (previousHash = "22".repeat(32)),
  };
}

test("a job for a new tip is sent immediately and invalidates earlier jobs", async () => {
  const node = begin();
  await node.heard();
  node.pass(5_000);
  node.source.wake();
  await node.heard();
  expect(node.source.tipSeenAt()).toEqual(new Date(NOW_MS));
  node.find();
  node.source.wake();
  await node.heard();
  expect(node.told.map(({ job, isClean }) => [job.serial, isClean])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ]);
  expect(node.source.tipSeenAt()).toEqual(new Date(NOW_MS + 5_000));
});

test("a template older than a minute is no longer used", async () => {
  const node = begin();
  await node.heard();
  node.away(true);
  node.pass(60_000);
  node.source.wake();
  expect(node.source.current()?.serial).toBe(1);
  node.pass(1);
  expect(node.source.current()).toBeUndefined();
  node.away(false);
  node.source.wake();
  await node.heard();
  expect(node.source.current()?.serial).toBe(2);
});

test("a renewed job has different coinbase bytes", async () => {
  const node = begin();
  await node.heard();
  node.source.renew();
  const [first, second] = node.told;
  expect(second?.isClean).toBe(true);
  expect(second?.job.previousHash).toBe(first?.job.previousHash);
  expect(second?.job.coinbaseHead).not.toEqual(first?.job.coinbaseHead);
});
