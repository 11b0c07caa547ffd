/**
 * Reads from a standby. Each request has a minimum WAL position that its response must include. The
 * minimum is the later of two positions: the position known to the browser, and the position of
 * events that this process published to the user. A standby that has replayed the minimum handles
 * the request. If the standby lags, is unreachable, was promoted, or is more than five seconds
 * behind, the primary handles the request instead.
 */
import type { Bus } from "../bus/bus.ts";
import { openDatabase, type Database, type Queryable } from "../database/database.ts";
import { defineRefusals, Outage } from "../errors/refusal.ts";
import { StartError } from "../errors/start-error.ts";
import type { Log } from "../process/log.ts";
import { createMinimumPositions } from "./minimum-positions.ts";
import { followEvents } from "./follow-events.ts";
import { followPrimary } from "./primary-positions.ts";
import { openStandby, Uncounted, type Missing, type Standby } from "./standby.ts";
import { repeat, withTimeLimit } from "./time-limit.ts";
import { positionText, readPosition, type WalPosition } from "./wal-position.ts";

/**
 * Header with a WAL position. In a response, the position includes all of the response's data. In a
 * request, it is the minimum position that the response must include.
 */
export const POSITION_HEADER = "hashfloor-position";

export type AnsweredBy = "standby" | `primary_${Missing}`;

export interface ReadRequest {
  readonly userId: string | undefined;
  /** Value of the position header. */
  readonly position: string | undefined;
}

export interface Reads {
  /**
   * Calls `run` with the standby, or with undefined if the primary must handle the read. `run` may
   * be called twice, so it must only read. If the primary handles the read, the result includes
   * `position`.
   */
  answer<Answer>(
    request: ReadRequest,
    run: (standby: Database | undefined) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly position?: string | undefined }>;
  /**
   * Must be called after a commit of this user. Returns the commit's position, or undefined if the
   * position is unknown.
   */
  wrote(userId: string | undefined): Promise<string | undefined>;
  /**
   * The event bus for clients. Each event is delivered once the position that its receivers must
   * see is known.
   */
  readonly events: Bus;
  /**
   * Returns a position that includes every delivered event, or undefined if it is currently
   * unknown.
   */
  position(): string | undefined;
  answered(): Readonly<Record<AnsweredBy, number>>;
  /** Returns an upper bound of the standby's delay, or null if the standby is unreachable. */
  delaySeconds(): number | null;
  close(): Promise<void>;
}

export interface ReadTimes {
  /** A standby with a longer delay handles no reads. */
  readonly delayMsMax: number;
  readonly lookEveryMs: number;
}

const readTimes: ReadTimes = { delayMsMax: 5_000, lookEveryMs: 1_000 };
const CHECK_MS_MAX = 2_000;
const MS_PER_SECOND = 1_000;
const SYSTEM = "select (select system_identifier from pg_control_system())::text as id";

const refusals = defineRefusals({
  invalid_position: {
    status: 400,
    title: "Invalid request",
    text: "Hashfloor-Position must be one that an answer of this installation had.",
  },
});

/** Opens the reads. Throws StartError if primary and standby belong to different databases. */
export async function openReads({
  url,
  primaryUrl,
  bus,
  log,
  times: changes = {},
}: {
  readonly url: string;
  readonly primaryUrl: string;
  readonly bus: Bus;
  readonly log: Log;
  readonly times?: Partial<ReadTimes>;
}): Promise<Reads> {
  const times = { ...readTimes, ...changes };
  const primary = openDatabase(primaryUrl, { connectionsMax: 1, silenceMsMax: CHECK_MS_MAX });
  const standby = openStandby(url);
  const minimums = createMinimumPositions();
  const positions = followPrimary(primary, (position) => minimums.restart(position));
  const close = async (): Promise<void> => {
    await Promise.all([standby.close(), primary.close()]);
  };
  const systemId = await sameSystem(primary, standby).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const counts: Record<AnsweredBy, number> = {
    standby: 0,
    primary_behind: 0,
    primary_away: 0,
    primary_uncounted: 0,
    primary_fault: 0,
  };
  let missing: Missing | undefined = "away";
  let replayed: WalPosition | undefined;

  /** Functions that abort the requests waiting for the standby. */
  const leaving = new Set<() => void>();
  const judge = (next: Missing | undefined, error?: unknown): void => {
    if (next !== missing)
      log.warn({ error, standby: next ?? "follows" }, "the standby's state for reads changed");
    missing = next;
    if (next === "away") for (const leave of leaving) leave();
  };
  /**
   * Returns the result of `work`. Rejects as soon as the standby is found to be frozen, long before
   * its connections time out.
   */
  const whileThere = async <Result>(work: Promise<Result>): Promise<Result> => {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(new Outage("database", "the standby is unreachable"));
    gone.catch(() => undefined);
    work.catch(() => undefined);
    leaving.add(leave);
    try {
      return await Promise.race([work, gone]);
    } finally {
      leaving.delete(leave);
    }
  };
  const check = async (): Promise<void> => {
    const [state, position] = await Promise.allSettled([
      withTimeLimit(standby.readState(), CHECK_MS_MAX),
      positions.now(),
    ]);
    if (position.status === "fulfilled") minimums.see(position.value);
    replayed = state.status === "fulfilled" ? state.value.replayed : undefined;
    if (state.status === "rejected") return judge("away", state.reason);
    if (replayed === undefined) return judge("away");
    if (state.value.systemId !== systemId) return judge("away");
    judge((positions.delayMs(replayed) ?? Infinity) > times.delayMsMax ? "behind" : undefined);
  };
  // Responses must include events that were published before this process started.
  minimums.lose();
  await check();
  const looking = repeat(check, times.lookEveryMs);
  const events = followEvents(bus, { positions, minimums });

  const positionNow = async (): Promise<WalPosition | undefined> => {
    try {
      return await positions.now();
    } catch {
      minimums.lose();
      return undefined;
    }
  };

  /**
   * Returns the position that a response must include. Undefined if only the primary can handle the
   * read.
   */
  const required = ({ userId, position }: ReadRequest): WalPosition | undefined => {
    const wanted = position === undefined ? 0n : readPosition(position);
    if (wanted === undefined) throw refusals.invalid_position();
    const minimum = minimums.of(userId);
    const fresh = positions.within(times.delayMsMax);
    if (minimum === undefined || fresh === undefined) return undefined;
    return [wanted, minimum].reduce((most, one) => (one > most ? one : most), fresh);
  };

  const byPrimary = async <Answer>(
    why: Missing,
    run: (standby: Database | undefined) => Promise<Answer>,
  ) => {
    counts[`primary_${why}`] += 1;
    const answer = await run(undefined);
    // Without the position, the next response could come from a standby and be older than this
    // response.
    const position = await positionNow();
    return { answer, position: position === undefined ? undefined : positionText(position) };
  };

  return {
    events,
    async answer(request, run) {
      const position = required(request);
      if (missing !== undefined || position === undefined)
        return byPrimary(missing ?? "behind", run);
      const view = standby.at(position);
      try {
        const answer = await whileThere(run(view.database));
        if (view.missing === undefined) {
          if (view.isUsed) counts.standby += 1;
          return { answer };
        }
      } catch (error) {
        // The failed read belonged to another request, whose result this request shares.
        const isShared = error instanceof Outage && !view.isUsed;
        const isUncounted = error instanceof Uncounted;
        if (view.missing === undefined && missing !== "away" && !isShared && !isUncounted) {
          if (view.isUsed) counts.standby += 1;
          throw error;
        }
        if (view.isLost) judge("away", error);
        if (isUncounted) return byPrimary("uncounted", run);
      }
      const why = view.missing ?? "away";
      if (why === "fault") log.error("a read tried to write on the standby");
      return byPrimary(why, run);
    },
    async wrote(userId) {
      const position = await positionNow();
      if (position === undefined) return undefined;
      if (userId !== undefined) minimums.raise(userId, position);
      return positionText(position);
    },
    position() {
      const latest = positions.latest();
      return latest === undefined ? undefined : positionText(latest);
    },
    answered: () => counts,
    delaySeconds() {
      const delayMs = replayed === undefined ? undefined : positions.delayMs(replayed);
      return delayMs === undefined ? null : delayMs / MS_PER_SECOND;
    },
    async close() {
      await looking.stop();
      await close();
    },
  };
}

/** Returns the database's system identifier. Retries while the standby does not respond. */
async function sameSystem(primary: Queryable, standby: Standby): Promise<string> {
  const [own] = await primary.query<{ id: string }>(SYSTEM);
  const other = await withTimeLimit(standby.readState(), CHECK_MS_MAX).catch(() => undefined);
  if (!own || (other && other.systemId !== own.id))
    throw new StartError(
      "DATABASE_READ_URL: the server is not a standby of the one at DATABASE_URL.",
    );
  return own.id;
}
