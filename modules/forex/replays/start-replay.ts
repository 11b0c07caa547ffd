/**
 * Starts a replay of a famous day, of any moment with prices, or of a price file, with the virtual
 * dollars, leverage and spreads that the user chooses.
 */
import { forexReplayLimits } from "#api/limits";
import { instrumentNamed, opensAt } from "#market";
import {
  runOnce,
  transferIdOf,
  type DatabaseTransaction,
  type IdempotentRequest,
  type Queryable,
} from "#platform";
import { startBlind } from "../blind/start-blind.ts";
import { insertSecret } from "../blind/blind-table.ts";
import { openAccount } from "../book/accounts-table.ts";
import {
  lockPriceFiles,
  priceFilesOf,
  type PriceFileRow,
} from "../price-files/price-files-table.ts";
import { priceFileRefusals } from "../price-files/refusals.ts";
import { forexRefusals, refusedFor } from "../terms/refusals.ts";
import { famousDayOf } from "./famous-days.ts";
import type { ReplayDeps } from "./open-replay.ts";
import { countRunning, insertReplay, type NewReplay, type ReplayRow } from "./replays-table.ts";

export interface StartReplay {
  readonly request: IdempotentRequest;
  readonly subject:
    | { readonly famous: string; readonly answer?: number | undefined }
    | { readonly startsAt: Date; readonly instrument: string }
    | { readonly priceFile: string }
    /** The server draws pair, day and direction, and hides them until the end. */
    | { readonly blind: true };
  readonly pace: number;
  /** Defaults to 10,000 dollars, the pairs' own margin rates and the market's own spreads. */
  readonly account?: ReplayAccount;
}

/** The replay's own account, which does not depend on the live account. */
export type ReplayAccount = Pick<ReplayRow, "startCents" | "leverage" | "spreadFactor">;

const STANDARD_ACCOUNT: ReplayAccount = {
  startCents: BigInt(forexReplayLimits.startCents),
  leverage: forexReplayLimits.leverageMax,
  spreadFactor: 1,
};

/** Rule for the spreads of new replays. Replays of earlier releases keep theirs. */
const NEWEST_SPREAD_RULE = 2;

const RUNNING_MAX = 5;

/**
 * Starts a replay and returns its id. Throws `replay_capital_invalid`, `replay_day_unknown`,
 * `price_file_unknown` or `too_many_replays`.
 */
export async function startReplay(
  { database, clock, past, people }: ReplayDeps,
  { request, subject, pace, account = STANDARD_ACCOUNT }: StartReplay,
): Promise<{ readonly id: string }> {
  const { startCents } = account;
  if (startCents < forexReplayLimits.startCentsMin || startCents > forexReplayLimits.startCentsMax)
    throw forexRefusals.replay_capital_invalid();
  const { title, instrument, startsMs, priceFileId, secret } = await whatIn(
    database,
    request.userId,
    subject,
  );
  const startMs = opensAt(startsMs);
  if (priceFileId === null && secret === undefined) await assertKnownDay(past, startMs);
  return runOnce(database, request, async (tx) => {
    await people.requirePerson(tx, request.userId);
    await assertMayRunMore(tx, request.userId);
    // The lock keeps the file from being removed.
    if (priceFileId !== null) whatOf(await lockPriceFiles(tx, request.userId), priceFileId);
    const now = clock.now();
    const replay: NewReplay = {
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
      balanceCents: account.startCents,
      ...account,
      spreadRule: NEWEST_SPREAD_RULE,
      famous: "famous" in subject ? subject.famous : null,
      answer: "famous" in subject ? (subject.answer ?? null) : null,
      priceFileId,
      branchOf: null,
      branchedAt: null,
      branchTransaction: null,
      recordsMoves: true,
    };
    await insertReplay(tx, replay);
    if (secret !== undefined) await insertSecret(tx, replay.id, secret);
    await openAccount(tx, replay.id, now);
    return { id: replay.id };
  });
}

/** Throws `too_many_replays`. Blocks other starts until the transaction ends. */
export async function assertMayRunMore(tx: DatabaseTransaction, userId: string): Promise<void> {
  if ((await countRunning(tx, userId)) >= RUNNING_MAX)
    throw forexRefusals.too_many_replays({ max: String(RUNNING_MAX) });
}

interface What {
  readonly title: string;
  readonly instrument: string;
  readonly startsMs: number;
  readonly priceFileId: string | null;
  /** Secret of a blind replay, which has no other known subject. */
  readonly secret?: string;
}

async function whatIn(
  queryable: Queryable,
  userId: string,
  subject: StartReplay["subject"],
): Promise<What> {
  if ("blind" in subject) return { ...(await startBlind()), priceFileId: null };
  return "priceFile" in subject ? ofFile(queryable, userId, subject.priceFile) : ofHistory(subject);
}

type OfHistory = Extract<
  StartReplay["subject"],
  { readonly famous: string } | { readonly instrument: string }
>;

function ofHistory(subject: OfHistory): What {
  if ("famous" in subject) {
    const day = famousDayOf(subject.famous);
    if (!day) throw forexRefusals.replay_unknown();
    return { ...day, startsMs: Date.parse(day.startsAt), priceFileId: null };
  }
  const pair = instrumentNamed(subject.instrument);
  if (!pair) throw refusedFor("INSTRUMENT_UNKNOWN");
  if (!pair.isTradeable) throw refusedFor("INSTRUMENT_NOT_TRADEABLE");
  return {
    title: `${pair.name.replace("_", "/")}, ${dateOf(subject.startsAt.getTime())}`,
    instrument: pair.name,
    startsMs: subject.startsAt.getTime(),
    priceFileId: null,
  };
}

async function ofFile(queryable: Queryable, userId: string, fileId: string): Promise<What> {
  return whatOf(await priceFilesOf(queryable, userId), fileId);
}

/** Returns the settings for a replay of a file, which starts at the file's first price. */
function whatOf(files: readonly PriceFileRow[], fileId: string): What {
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw priceFileRefusals.price_file_unknown();
  const { id, instrument, name, fromAt } = file;
  const title = `${instrument.replace("_", "/")}, ${name}`;
  return { title, instrument, startsMs: fromAt.getTime(), priceFileId: id };
}

async function assertKnownDay(past: ReplayDeps["past"], startMs: number): Promise<void> {
  const { fromMs, untilMs } = await past.range();
  if (!(startMs >= fromMs && startMs < untilMs))
    throw forexRefusals.replay_day_unknown({ from: dateOf(fromMs), until: dateOf(untilMs) });
}

function dateOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
