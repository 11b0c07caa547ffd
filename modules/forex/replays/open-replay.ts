/**
 * Opens a replay for one request: advances it tick by tick to its current time, and stores its
 * position at the end of the request. Only one request at a time can open a replay.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { TICK_MS } from "#market";
import type { Bus, Log } from "#platform";
import { takeOrdersSingly } from "../book/take-order.ts";
import { takeMoves } from "../engine/trailing-moves.ts";
import { createEngineRun, processTicksUntil, type EngineRun } from "../engine/process-ticks.ts";
import { isEmpty, watch } from "../engine/watched.ts";
import type { DeskDeps, HeldTerms } from "../feed/desk-deps.ts";
import { nextTickOf } from "../book/next-tick.ts";
import { dayTermsAt } from "../terms/posted-terms.ts";
import { forexRefusals } from "../terms/refusals.ts";
import type { MarketOfBlind } from "../blind/blind-market.ts";
import { blindTerms } from "../blind/blind-terms.ts";
import { withRevealedLabel } from "../blind/present-blind.ts";
import { replayTerms } from "./replay-terms.ts";
import type { MarketOfFile } from "../price-files/market-of-file.ts";
import type { PriceFileDeps } from "../price-files/price-file-deps.ts";
import type { PastMarkets, ReplayMarket } from "../past/past-feed.ts";
import { withSpreadFactor } from "../past/wide-market.ts";
import type { RequestQueue } from "../heavy-requests/request-queue.ts";
import { replayAccounts } from "./replay-accounts.ts";
import { replayTime } from "./replay-clock.ts";
import { findReplay, leaseReplay, releaseReplay, type ReplayRow } from "./replays-table.ts";
import { storeMoves } from "./trailing-moves-table.ts";

export interface ReplayDeps extends PriceFileDeps {
  readonly past: PastMarkets;
  readonly bus: Bus;
  readonly log: Log;
  readonly files: MarketOfFile;
  readonly blind: MarketOfBlind;
  readonly treasury: DeskDeps["treasury"];
  readonly turns: RequestQueue;
}

interface ReplayRequest {
  readonly userId: string;
  readonly replayId: string;
  readonly ip: string;
}

export interface OpenReplay {
  readonly row: ReplayRow;
  /** The desk at the replay's current time. */
  readonly desk: DeskDeps;
  readonly market: ReplayMarket;
  /** Sets fields of the replay, which are stored at the end of the request. */
  set(change: Partial<Pick<ReplayRow, "pace" | "jumpTo" | "endedAt">>): void;
}

const LEASE_SECONDS = 15;
const WAIT_MS_MAX = 4_000;
const WAIT_MS = 20;
/** Maximum processing time per request. The next request processes the remaining ticks. */
const PROCESSING_MS = 250;
/** Number of ticks within which every order reaches the market. */
const ARRIVAL_TICKS = 20;

/** Runs a request on the replay. Throws `replay_unknown`, `replay_busy` or `replays_busy`. */
export async function withReplay<Answer>(
  deps: ReplayDeps,
  request: ReplayRequest,
  work: (replay: OpenReplay) => Promise<Answer>,
): Promise<Answer> {
  const replay = await findReplay(deps.database, { userId: request.userId, id: request.replayId });
  if (!replay) throw forexRefusals.replay_unknown();
  const untilMs = performance.now() + WAIT_MS_MAX;
  do {
    // Take the lease only when the request runs. An earlier lease would expire while the request
    // waits in the queue.
    const opened = await deps.turns.take(request, async () => {
      const row = await leaseReplay(deps.database, replay.id, LEASE_SECONDS);
      return row && { answer: await openReplay(deps, row, work) };
    });
    if (opened) return opened.answer;
    await sleep(WAIT_MS);
  } while (performance.now() < untilMs);
  throw forexRefusals.replay_busy();
}

async function openReplay<Answer>(
  deps: ReplayDeps,
  row: ReplayRow,
  work: (replay: OpenReplay) => Promise<Answer>,
): Promise<Answer> {
  const processor = await openProcessor(deps, row);
  let storedRow = row;
  try {
    if (!row.endedAt) await processor.advance();
    if (processor.hasArrived()) storedRow = { ...storedRow, jumpTo: null };
    return await work({
      // Computed at each access, so that a response shows the change of its own request.
      get row() {
        return { ...storedRow, clockAt: processor.now() };
      },
      ...processor.at,
      set: (change) => void (storedRow = { ...storedRow, ...change }),
    });
  } finally {
    if (!row.endedAt) await processor.settle();
    await releaseReplay(deps.database, {
      ...storedRow,
      clockAt: processor.now(),
      setAt: deps.clock.now(),
    });
  }
}

/** Reads the stored state without processing ticks or waiting for other requests. */
export async function peekReplay(
  deps: ReplayDeps,
  { userId, replayId }: { readonly userId: string; readonly replayId: string },
): Promise<Pick<OpenReplay, "row" | "desk" | "market">> {
  const row = await findReplay(deps.database, { userId, id: replayId });
  if (!row) throw forexRefusals.replay_unknown();
  const market = await marketOf(deps, row);
  const still = { now: () => row.clockAt, until: () => Promise.resolve(), inTurn: createTurns() };
  return { row, desk: await deskOf(deps, { row, market }, still), market };
}

async function openProcessor(deps: ReplayDeps, row: ReplayRow) {
  const { database, clock } = deps;
  const market = await marketOf(deps, row);
  const { untilMs: endMs } = await market.range();
  const inTurn = createTurns();
  let nowMs = row.clockAt.getTime();
  const targetMs = Math.max(nowMs, replayTime(row, { nowMs: clock.now().getTime(), endMs }));
  const desk = await deskOf(
    deps,
    { row, market },
    {
      now: () => new Date(nowMs),
      // A replay does not wait: its time is moved forward.
      until: (timeMs) => inTurn(() => processUntil(timeMs)),
      inTurn,
    },
  );
  const run: EngineRun = createEngineRun(desk, nowMs);
  const processUntil = async (timeMs: number, signal?: AbortSignal) => {
    await processTicksUntil(run, timeMs, signal ? { signal } : {});
    nowMs = Math.max(nowMs, signal?.aborted ? run.processedMs : timeMs);
  };
  await watch(desk, run.watched, [row.id]);
  return {
    at: { desk, market },
    now: () => new Date(nowMs),
    advance: () => processUntil(targetMs, isEmpty(run.watched) ? undefined : budget()),
    hasArrived: () => nowMs >= targetMs - TICK_MS,
    /** Completes the orders that are on their way to the market, before the replay is stored. */
    async settle(): Promise<void> {
      // The request may have placed orders, which must not miss the ticks of these orders.
      if (run.due.size > 0) await watch(desk, run.watched, [row.id]);
      for (let tick = 0; run.due.size > 0 && tick < ARRIVAL_TICKS; tick += 1)
        await processUntil(nextTickOf(run.processedMs));
      const [since, at] = [row.clockAt, new Date(run.processedMs)];
      await storeMoves(database, takeMoves(run.moved, run.processedMs), { since, at });
    },
  };
}

type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Returns a function that runs works one after the other. A request that closes all positions sends
 * several orders at once. They must not process ticks at the same time, and must not occupy the
 * database's connections while they wait for the same account.
 */
function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}

function budget(): AbortSignal {
  return AbortSignal.timeout(PROCESSING_MS);
}

type MarketDeps = Pick<ReplayDeps, "past" | "files" | "blind">;
type MarketRow = Pick<ReplayRow, "id" | "blind" | "priceFileId" | "spreadFactor" | "spreadRule">;

/** Returns the replay's market with the replay's spreads. */
export async function marketOf(deps: MarketDeps, row: MarketRow): Promise<ReplayMarket> {
  return withSpreadFactor(await sourceOf(deps, row), row.spreadFactor);
}

/** Returns the masked market, the market of the price file, or that of the ECB's rates. */
async function sourceOf({ past, files, blind }: MarketDeps, row: MarketRow): Promise<ReplayMarket> {
  if (row.blind) return withRevealedLabel(await blind(row.id), row.blind);
  if (row.priceFileId !== null) return files(row.priceFileId);
  return row.spreadRule === 1 ? past : past.widening;
}

function termsByDay(terms: (day: number) => HeldTerms): DeskDeps["termsOf"] {
  return (day) => Promise.resolve(terms(day));
}

/** Returns a replay's desk, with its own clock and its own terms. */
async function deskOf(
  { database, clock, bus, log, treasury, people }: ReplayDeps,
  { row, market }: { readonly row: ReplayRow; readonly market: ReplayMarket },
  {
    now,
    until,
    inTurn,
  }: { readonly now: () => Date; readonly until: DeskDeps["until"]; readonly inTurn: InTurn },
): Promise<DeskDeps & { readonly log: Log }> {
  const posted = await dayTermsAt(database, clock.now());
  const termsOf = row.blind
    ? () => Promise.resolve(blindTerms(posted, row.leverage))
    : termsByDay(replayTerms(posted, row.leverage));
  const accounts = replayAccounts(bus, row);
  const takeOrder = takeOrdersSingly({ database, accounts, termsOf, feed: market });
  return {
    database,
    clock: { now },
    bus,
    log,
    feed: market,
    treasury,
    accounts,
    takeOrder: (order) => inTurn(() => takeOrder(order)),
    termsOf,
    requirePerson: people.requirePerson,
    frozenAmong: () => Promise.resolve(new Set()),
    settleEarnings: () => Promise.resolve(new Map()),
    disabledAmong: () => Promise.resolve([]),
    until,
  };
}
