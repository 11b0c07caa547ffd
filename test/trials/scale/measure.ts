/**
 * Runs the measurements one after the other, so that no measurement is affected by other load on
 * the installation.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { issueSecurityCode } from "#users";
import type { Generator } from "./asking.ts";
import type { Requester, Job } from "./generator.ts";
import { giveMoney, megabytesOf, type Installation } from "./installation.ts";
import { REQUESTS, type Measured, type RequestCost, type Spread } from "./measured.ts";
import { openMeter } from "./meter.ts";

export interface Plan {
  readonly seconds: number;
  readonly people: number;
  readonly processes: readonly number[];
  readonly streams: number;
  readonly say: (text: string) => void;
}

const CALLERS = 32;
/**
 * Waiting time after a withdrawal request, in which the work process signs and sends the
 * withdrawal.
 */
const SIGNING_MS = 5_000;
const WITHDRAWAL_TIMES = 4;

export async function measure(installation: Installation, generator: Generator, plan: Plan) {
  const { database, postgresPid, work } = installation;
  const meter = openMeter(database, () => ({
    web: installation.web.map(({ pid }) => pid),
    work: work.pid,
    postgres: postgresPid,
  }));
  const urlOfFirst = () => installation.web[0]?.url ?? "";
  await installation.serveWith(1);
  plan.say(`${plan.people} people sign up ...`);
  const { people: requesters = [] } = await generator.give({
    do: "sign up",
    url: urlOfFirst(),
    people: plan.people,
  });
  await giveMoney(
    database,
    requesters.map(({ userId }) => userId),
  );
  const ask = (what: Extract<Job, { do: "ask" }>["what"], processes = 1, seconds = plan.seconds) =>
    generator.give({
      do: "ask",
      what,
      urls: installation.web.slice(0, processes).map(({ url }) => url),
      seconds,
      callers: CALLERS,
    });
  for (const what of ["reads", "purchase", "stake", "refresh"] as const)
    await ask(what, 1, plan.seconds / 2);
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  const idle = await meter.idle(() => sleep(plan.seconds * 1_000));

  const costs: Partial<Record<(typeof REQUESTS)[number], RequestCost>> = {};
  for (const what of REQUESTS) {
    if (what === "stream") continue;
    plan.say(`${what} ...`);
    let last = { perSecond: 0, p99Ms: 0 };
    let generatorMs = 0;
    const askOnce = async () => {
      const result = await ask(what);
      last = result.load ?? last;
      generatorMs += result.processorMs;
      return result.requests;
    };
    const run =
      what === "withdrawal"
        ? () => withdrawAll(installation, generator, requesters, askOnce)
        : askOnce;
    const cost = await meter.costOf(run, idle);
    costs[what] = { ...cost, ...last, generatorMs: generatorMs / cost.count };
  }
  plan.say(`${plan.streams} streams ...`);
  const { opening, streams } = await measureStreams(installation, generator, plan, meter);
  const spread: Spread[] = [];
  for (const processes of plan.processes) {
    plan.say(`Reads through ${processes} web processes ...`);
    await installation.serveWith(processes);
    // A new process is slower for its first thousand requests, so discard the first result.
    let result = await ask("reads", processes, plan.seconds * processes);
    const cost = await meter.costOf(async () => {
      result = await ask("reads", processes);
      return result.requests;
    });
    spread.push({
      processes,
      perSecond: result.load?.perSecond ?? 0,
      p99Ms: result.load?.p99Ms ?? 0,
      webMs: cost.webMs,
      databaseMs: cost.databaseMs,
      generatorMs: result.processorMs / result.requests,
    });
  }
  return {
    idle,
    requests: { ...costs, stream: opening } as Measured["requests"],
    streams,
    spread,
    megabytes: {
      web: megabytesOf(installation.web[0]?.pid ?? 0),
      work: megabytesOf(work.pid),
    },
  };
}

async function withdrawAll(
  { database }: Installation,
  generator: Generator,
  requesters: readonly Requester[],
  ask: () => Promise<number>,
): Promise<number> {
  let count = 0;
  for (let time = 0; time < WITHDRAWAL_TIMES; time += 1) {
    await database.query("update users_mfa_amr_claims set updated_at = now()");
    const codes: Record<string, string> = {};
    await database.transaction(async (tx) => {
      for (const { userId } of requesters) {
        const now = new Date();
        const { code } = await issueSecurityCode(tx, { userId, purpose: "withdrawal", now });
        codes[userId] = code;
      }
    });
    await generator.give({ do: "codes", codes });
    count += await ask();
  }
  await sleep(SIGNING_MS);
  return count;
}

/**
 * Measures the cost of open streams in a newly started process, whose memory contains no garbage
 * from other requests.
 */
async function measureStreams(
  installation: Installation,
  generator: Generator,
  plan: Plan,
  meter: ReturnType<typeof openMeter>,
) {
  await installation.serveWith(2);
  const fresh = installation.web[1];
  if (!fresh) throw new Error("There is no second web process.");
  const idle = await meter.idle(() => sleep(plan.seconds * 1_000));
  const { streams: count } = plan;
  const before = megabytesOf(fresh.pid);
  const startMs = performance.now();
  let generatorMs = 0;
  let seconds = 0;
  const cost = await meter.costOf(async () => {
    const open = { do: "open streams", url: fresh.url, count } as const;
    generatorMs = (await generator.give(open)).processorMs;
    seconds = (performance.now() - startMs) / 1_000;
    return count;
  }, idle);
  await generator.give({ do: "count frames" });
  const used = await meter.usedDuring(() => sleep(2 * plan.seconds * 1_000));
  const bytes = Math.max(0, megabytesOf(fresh.pid) - before) * 1_024 * 1_024;
  const { load } = await generator.give({ do: "close streams" });
  const opening: RequestCost = {
    ...cost,
    perSecond: count / seconds,
    p99Ms: NaN,
    generatorMs: generatorMs / count,
  };
  return {
    opening,
    streams: {
      count,
      bytes: bytes / count,
      webMsPerSecond: Math.max(0, used.webMs - idle.webMs) / count,
      frameP99Ms: load?.p99Ms ?? NaN,
    },
  };
}
