/**
 * Starts a branch: a replay that begins at an earlier moment of another replay, with its market and
 * with its account exactly as it was. The other replay does not change.
 */
import {
  beginSlice,
  runOnce,
  storedAnswerOf,
  transferIdOf,
  type IdempotentRequest,
} from "#platform";
import { copySecret } from "../blind/blind-table.ts";
import { findOrder } from "../book/orders-table.ts";
import { lockPriceFiles, priceFilesOf } from "../price-files/price-files-table.ts";
import { priceFileRefusals } from "../price-files/refusals.ts";
import { forexRefusals } from "../terms/refusals.ts";
import {
  accountAfter,
  IncompleteEventsError,
  type AccountEvent,
  type AccountState,
} from "./account-at.ts";
import {
  accountEvents,
  lockStoredState,
  orderSentAt,
  trailingAmong,
  type StoredState,
} from "./account-events-table.ts";
import { assertMayBranch } from "./branch-limits.ts";
import { beforeArrivals, pointAt, pointBefore, type BranchPoint } from "./branch-point.ts";
import { copyAccount } from "./copy-account.ts";
import { marketOf, type ReplayDeps } from "./open-replay.ts";
import { findReplay, insertReplay, type ReplayRow } from "./replays-table.ts";
import { movesAround } from "./trailing-moves-table.ts";
import { stopsAt, type StopPosition, type TrailingStop } from "./trailing-price.ts";

export interface BranchReplay {
  readonly request: IdempotentRequest;
  readonly ip: string;
  readonly subject: BranchSubject;
  readonly pace: number;
}

export type BranchSubject =
  | { readonly branchOf: string; readonly at: Date }
  /** Begins just before an order of the replay was sent. */
  | { readonly branchOf: string; readonly before: string };

export interface StartedBranch {
  readonly id: string;
}

const EVENTS_MAX = 10_000;

/**
 * Starts a branch and returns its id. Throws `replay_unknown`, `order_unknown`,
 * `branch_time_invalid`, `branch_before_exit`, `branch_too_long`, `branch_incomplete`,
 * `branch_stop_unknown`, `price_file_unknown`, `too_many_branches`, `too_many_branch_records` or
 * `too_many_replays`.
 */
export async function branchReplay(
  deps: ReplayDeps,
  { request, ip, subject, pace }: BranchReplay,
): Promise<StartedBranch> {
  const { database, clock, people } = deps;
  const { userId } = request;
  const repeated = await answerOrLimits(deps, request);
  if (repeated) return repeated;
  const parent = await findReplay(database, { userId, id: subject.branchOf });
  if (!parent) throw forexRefusals.replay_unknown();
  if (parent.priceFileId !== null) assertHasFile(await priceFilesOf(database, userId), parent);
  const { state, stops, at } = await deps.turns.take({ userId, ip }, () =>
    beginningOf(deps, parent, subject),
  );
  return runOnce(database, request, async (tx) => {
    await people.requirePerson(tx, userId);
    const now = clock.now();
    const part = { parentId: parent.id, state, stops, at };
    await assertMayBranch(tx, { userId, now }, part);
    // The lock keeps the file from being removed.
    if (parent.priceFileId !== null) assertHasFile(await lockPriceFiles(tx, userId), parent);
    const branch: ReplayRow = {
      ...parent,
      id: transferIdOf(request, "replay"),
      begunAt: now,
      endedAt: null,
      clockAt: at,
      setAt: now,
      pace,
      jumpTo: null,
      balanceCents: state.balanceCents > 0n ? state.balanceCents : 0n,
      branchOf: parent.id,
      branchedAt: at,
      branchTransaction: state.lastTransaction,
    };
    await insertReplay(tx, branch);
    await copySecret(tx, { fromId: parent.id, toId: branch.id });
    await copyAccount(tx, { ...part, branchId: branch.id, now });
    return { id: branch.id };
  });
}

/**
 * Returns the stored answer of a repeated request. Otherwise checks the limits, which are checked
 * again when the branch is stored, so that a refused request computes nothing.
 */
async function answerOrLimits(
  { database, clock }: Pick<ReplayDeps, "database" | "clock">,
  request: IdempotentRequest,
): Promise<StartedBranch | undefined> {
  const stored = await storedAnswerOf<StartedBranch>(database, request);
  if (stored) return stored;
  try {
    const caller = { userId: request.userId, now: clock.now() };
    await database.transaction((tx) => assertMayBranch(tx, caller));
    return undefined;
  } catch (error) {
    // The same request may have ended while this one waited for it.
    const ended = await storedAnswerOf<StartedBranch>(database, request);
    if (ended) return ended;
    throw error;
  }
}

interface Beginning {
  readonly state: AccountState;
  readonly stops: ReadonlyMap<string, StopPosition>;
  readonly at: Date;
}

async function beginningOf(
  deps: ReplayDeps,
  parent: ReplayRow,
  subject: BranchSubject,
): Promise<Beginning> {
  const { database } = deps;
  const { events, stored } = await database.transaction(async (tx) => {
    const locked = await lockStoredState(tx, parent.id, EVENTS_MAX);
    if (!locked) throw forexRefusals.branch_too_long({ max: EVENTS_MAX.toLocaleString("en-US") });
    return { stored: locked, events: await accountEvents(tx, parent.id) };
  });
  const market = await marketOf(deps, parent);
  const requested = await requestedPoint(deps, { parent, subject, events });
  const point = await beforeArrivals(events, requested, market);
  const at = new Date(Math.max(point.timeMs, parent.startsAt.getTime()));
  const opened = new Map(stored.trades.map((trade) => [trade.id, trade]));
  const state = await stateAfter(events, { stored, opened, count: point.events, parent });
  const pending = await pendingStops(deps, { parent, state, at });
  const stops = await stopsAt(market, pending, at.getTime());
  if (!stops) throw forexRefusals.branch_stop_unknown();
  return { state, stops, at };
}

async function requestedPoint(
  { database }: Pick<ReplayDeps, "database">,
  {
    parent: { id, startsAt, clockAt },
    subject,
    events,
  }: {
    readonly parent: ReplayRow;
    readonly subject: BranchSubject;
    readonly events: readonly AccountEvent[];
  },
): Promise<BranchPoint> {
  if ("before" in subject) {
    const sentAt = await orderSentAt(database, id, subject.before);
    const order = sentAt && { id: subject.before, sentMs: sentAt.getTime() };
    const point = order && pointBefore(events, order);
    if (!point) throw forexRefusals.order_unknown();
    return point;
  }
  const { at } = subject;
  if (at < startsAt || at > clockAt)
    throw forexRefusals.branch_time_invalid({
      from: secondText(startsAt),
      until: secondText(clockAt),
    });
  return pointAt(events, at.getTime());
}

/**
 * Returns the account after the first `count` events. Throws `branch_incomplete` if all events
 * together do not lead to the stored account, because an earlier state is then uncertain.
 */
async function stateAfter(
  events: readonly AccountEvent[],
  {
    stored,
    opened,
    count,
    parent,
  }: {
    readonly stored: StoredState;
    readonly opened: Parameters<typeof accountAfter>[1];
    readonly count: number;
    readonly parent: ReplayRow;
  },
): Promise<AccountState> {
  try {
    const last = await inSlices(accountAfter(events, opened, parent.startCents));
    if (!isStored(last, stored)) throw forexRefusals.branch_incomplete();
    return await inSlices(accountAfter(events.slice(0, count), opened, parent.startCents));
  } catch (error) {
    if (error instanceof IncompleteEventsError) throw forexRefusals.branch_incomplete();
    throw error;
  }
}

async function inSlices<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  const slice = beginSlice();
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (slice.isOver()) await slice.next();
  return step.value;
}

function isStored(state: AccountState, stored: StoredState): boolean {
  const open = stored.trades.filter(({ isOpen }) => isOpen);
  return (
    state.balanceCents === stored.balanceCents &&
    state.lastTransaction === stored.lastTransaction &&
    state.isMarginCall === stored.isMarginCall &&
    state.trades.size === open.length &&
    open.every(({ id, units, realisedCents, financingCents }) => {
      const trade = state.trades.get(id);
      return (
        trade?.units === units &&
        trade.realisedCents === realisedCents &&
        trade.financingCents === financingCents
      );
    }) &&
    state.pending.size === stored.pending.length &&
    stored.pending.every(({ id, units, triggeredAt }) => {
      const order = state.pending.get(id);
      return order?.units === units && order.triggeredAt?.getTime() === triggeredAt?.getTime();
    })
  );
}

/** Returns the pending trailing stops with their stored moves. */
async function pendingStops(
  { database }: Pick<ReplayDeps, "database">,
  { parent, state, at }: { readonly parent: ReplayRow } & Pick<Beginning, "state" | "at">,
): Promise<TrailingStop[]> {
  const stops: TrailingStop[] = [];
  for (const id of await trailingAmong(database, [...state.pending.keys()])) {
    const placed = state.pending.get(id);
    const row = await findOrder(database, parent.id, id);
    if (!placed || !row) throw new Error(`order ${id} disappeared`);
    const moves = await movesAround(database, id, at);
    stops.push({ id, order: row.order, placed, moves, isComplete: parent.recordsMoves });
  }
  return stops;
}

function assertHasFile(
  files: readonly { readonly id: string }[],
  { priceFileId }: Pick<ReplayRow, "priceFileId">,
): void {
  if (priceFileId !== null && !files.some(({ id }) => id === priceFileId))
    throw priceFileRefusals.price_file_unknown();
}

function secondText(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}
