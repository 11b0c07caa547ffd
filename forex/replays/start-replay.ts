/** Begins a replay of a famous day or of any moment since 1999, with 10,000 virtual dollars. */
import { instrumentNamed, opensAt } from "#market";
import { runOnce, transferIdOf, type IdempotentRequest } from "#platform";
import { openAccount } from "../book/accounts-table.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import { FAMOUS_DAYS } from "./famous-days.ts";
import type { ReplayParts } from "./open-replay.ts";
import { countRunning, insertReplay, type ReplayRow } from "./replays-table.ts";

export interface StartReplay {
  readonly request: IdempotentRequest;
  readonly asked:
    | { readonly famous: string }
    | { readonly startsAt: Date; readonly instrument: string };
  readonly pace: number;
}

export const START_CENTS = 1_000_000n;
const RUNNING_MAX = 5;

/** Throws `replay_day_unknown`, `too_many_replays`. Returns its id. */
export async function startReplay(
  { database, clock, past }: ReplayParts,
  { request, asked, pace }: StartReplay,
): Promise<{ readonly id: string }> {
  const { title, instrument, startsMs } = whatOf(asked);
  const { fromMs, untilMs } = await past.range();
  const startMs = opensAt(startsMs);
  if (!(startMs >= fromMs && startMs < untilMs))
    throw forexRefusals.replay_day_unknown({ from: dateOf(fromMs), until: dateOf(untilMs) });
  return runOnce(database, request, async (tx) => {
    if ((await countRunning(tx, request.userId)) >= RUNNING_MAX)
      throw forexRefusals.too_many_replays({ max: String(RUNNING_MAX) });
    const now = clock.now();
    const replay: ReplayRow = {
      id: transferIdOf(request, "replay"),
      userId: request.userId,
      title,
      instrument,
      begunAt: now,
      endedAt: null,
      startsAt: new Date(startMs),
      clockAt: new Date(startMs),
      setAt: now,
      pace,
      jumpTo: null,
      balanceCents: START_CENTS,
    };
    await insertReplay(tx, replay);
    await openAccount(tx, replay.id, now);
    return { id: replay.id };
  });
}

function whatOf(asked: StartReplay["asked"]) {
  if ("famous" in asked) {
    const day = FAMOUS_DAYS.find(({ id }) => id === asked.famous);
    if (!day) throw forexRefusals.replay_unknown();
    return { ...day, startsMs: Date.parse(day.startsAt) };
  }
  const pair = instrumentNamed(asked.instrument);
  if (!pair) throw refusedFor("INSTRUMENT_UNKNOWN");
  if (!pair.isTradeable) throw refusedFor("INSTRUMENT_NOT_TRADEABLE");
  return {
    title: `${pair.name.replace("_", "/")}, ${dateOf(asked.startsAt.getTime())}`,
    instrument: pair.name,
    startsMs: asked.startsAt.getTime(),
  };
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
