/**
 * Tests branches of replays with random histories. A branch begins with the parent's account of
 * that moment, to the cent. Without new orders it continues as the parent did.
 */
import { beforeEach, expect, test } from "vitest";
import { saver } from "../../../test/support/money/earn.ts";
import { movableClock, moneyRequest } from "../../../test/support/money/mining.ts";
import { replayDeps } from "../../../test/support/money/replay.ts";
import { tradeAtRandom, wholeAccount } from "../../../test/support/money/replay-trader.ts";
import { pseudoRandom } from "../../../test/support/inputs/pseudo-random.ts";
import { length, seeds } from "../../../test/support/seeds.ts";
import { fileDatabase } from "../../../test/support/servers/database.ts";
import { totalsOf } from "../analysis/analysis-table.ts";
import { branchReplay, type BranchSubject } from "./branch-replay.ts";
import { withReplay, type OpenReplay, type ReplayDeps } from "./open-replay.ts";
import { setReplay } from "./set-replay.ts";
import { startReplay } from "./start-replay.ts";

const file = fileDatabase();
const ip = "192.0.2.1";
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const START_CENTS = 150_000n;
let deps: ReplayDeps;
let userId: string;
beforeEach(async () => {
  deps = replayDeps(file.database, movableClock("2026-09-16T09:00:00Z"));
  userId = await saver(file.database, 1_000n);
});

const opened = <Answer>(replayId: string, work: (replay: OpenReplay) => Promise<Answer>) =>
  withReplay(deps, { userId, replayId, ip }, work);

const timeOf = (replayId: string) =>
  opened(replayId, async ({ desk }) => desk.clock.now().getTime());

async function jump(replayId: string, toMs: number): Promise<void> {
  await opened(replayId, (replay) =>
    setReplay(replay, { jumpTo: new Date(toMs) }, deps.clock.now()),
  );
  for (let requests = 0; requests < 400; requests += 1)
    if (await opened(replayId, async ({ row }) => row.jumpTo === null)) return;
  throw new Error("the jump did not end");
}

const end = (replayId: string) =>
  opened(replayId, (replay) => setReplay(replay, { end: true }, deps.clock.now()));

async function branch(subject: BranchSubject): Promise<string> {
  const request = moneyRequest(userId, "startReplay", subject);
  return (await branchReplay(deps, { request, ip, subject, pace: 0 })).id;
}

const look = (replayId: string) => wholeAccount(deps, { userId, replayId });

/** Trades at random from a Tuesday afternoon and returns the account at several moments. */
async function play(random: () => number, steps: number) {
  const { id } = await startReplay(deps, {
    request: moneyRequest(userId, "startReplay"),
    subject: { startsAt: new Date("2024-05-14T13:00:00Z"), instrument: "EUR_USD" },
    pace: 0,
    account: { startCents: START_CENTS, leverage: 30, spreadFactor: random() < 0.3 ? 2 : 1 },
  });
  const moments = [await look(id)];
  for (let step = 0; step < steps; step += 1) {
    await opened(id, (replay) => tradeAtRandom(replay, userId, random));
    moments.push(await look(id));
    if (random() < 0.4) continue;
    const far = random() < 0.1 ? 6 * HOUR * random() : 240 * SECOND * random();
    await jump(id, (await timeOf(id)) + Math.ceil(far) + 1);
    moments.push(await look(id));
  }
  return { id, moments };
}

/** Checks that the branch's own trades and events explain its balance. */
async function assertTotals(replayId: string, balanceCents: bigint): Promise<void> {
  const totals = await totalsOf(file.database, replayId);
  const { closedCents, openBookedCents, protectionCents, eventsCents } = totals;
  expect(closedCents + openBookedCents + protectionCents).toBe(eventsCents);
  expect(START_CENTS + eventsCents).toBe(balanceCents);
}

test.each(seeds)(
  "a branch has the parent's account of that moment, seed %i",
  async (seed) => {
    const random = pseudoRandom(seed);
    const { id, moments } = await play(random, length(60, 200));
    const last = await look(id);
    expect(last.rows.events.length).toBeGreaterThan(30);
    // Requests of a paused replay have the same time, so the last look at each time counts.
    const looks = new Map(moments.map((moment) => [moment.at.getTime(), moment]));
    const chosen = [...looks.values()].filter(() => random() < 20 / looks.size);
    for (const { at, rows } of chosen) {
      const branchId = await branch({ branchOf: id, at });
      const begun = await look(branchId);
      expect(begun.at).toEqual(at);
      expect(begun.rows).toEqual(rows);
      await assertTotals(branchId, rows.account.balanceCents);
      await end(branchId);
    }
    expect(await look(id)).toEqual(last);
  },
  120_000,
);

/**
 * Removes the prices of cancelled trailing stops. A cancelled stop keeps its last stored price, and
 * prices are stored at the end of each request.
 */
function comparable({ at, rows }: Awaited<ReturnType<typeof look>>) {
  const orders = rows.orders.map((stored) =>
    stored.state === "CANCELLED" && stored.order.type === "TRAILING_STOP_LOSS"
      ? { ...stored, order: { ...stored.order, price: undefined } }
      : stored,
  );
  return { at, rows: { ...rows, orders } };
}

test.each(seeds)(
  "a branch without new orders continues as its parent did, seed %i",
  async (seed) => {
    const random = pseudoRandom(seed + 1);
    const { id } = await play(random, length(25, 60));
    const fromMs = await timeOf(id);
    const untilMs = fromMs + 3 * HOUR;
    await jump(id, untilMs);
    const last = comparable(await look(id));
    for (let count = 0; count < length(4, 12); count += 1) {
      const branchMs = fromMs + Math.floor(random() * (untilMs - fromMs));
      const branchId = await branch({ branchOf: id, at: new Date(branchMs) });
      await jump(branchId, untilMs);
      expect(comparable(await look(branchId))).toEqual(last);
      await end(branchId);
    }
    // A branch of a branch inherits the same orders under their original ids.
    const first = await branch({ branchOf: id, at: new Date(fromMs + HOUR) });
    await jump(first, fromMs + 2 * HOUR);
    const second = await branch({ branchOf: first, at: new Date(fromMs + HOUR / 2) });
    await jump(second, untilMs);
    expect(comparable(await look(second))).toEqual(last);
  },
  120_000,
);
