/**
 * Exports a worker's single shares as CSV, newest first. A file has up to 20,000 lines, about
 * eighteen hours at the pool's normal share rate. If there are more shares, the last line contains
 * the cursor of the next file.
 */
import { csvFile, csvLine, type Queryable } from "#platform";
import { difficultyText } from "../figures/routes.ts";
import { workerRefusals } from "./refusals.ts";

export const CSV_LINES_MAX = 20_000;
const HASH_BYTES = 32;
const HEAD = ["Time (UTC)", "Work difficulty", "Share difficulty", "Hash"];

interface ShareRow {
  readonly at: Date;
  readonly work: string;
  readonly share: string;
  readonly hash: string;
}

interface Place {
  readonly at: Date;
  readonly hash: string;
}

/** Exports the shares of one of the caller's workers. Throws 400 `invalid_shares_cursor`. */
export async function sharesCsv(
  queryable: Queryable,
  {
    workerId,
    since,
    cursor,
  }: {
    readonly workerId: string;
    readonly since: Date;
    readonly cursor: string | undefined;
  },
): Promise<string> {
  const behind = cursor === undefined ? undefined : placeOf(cursor);
  const shares = await readShares(queryable, { workerId, since, behind, limit: CSV_LINES_MAX + 1 });
  const rows = shares.slice(0, CSV_LINES_MAX);
  const last = rows.at(-1);
  const isMore = last !== undefined && shares.length > rows.length;
  const lines = rows.map(({ at, work, share, hash }) =>
    csvLine([at, difficultyText(BigInt(work)), difficultyText(BigInt(share)), hash]),
  );
  return csvFile(csvLine(HEAD), lines, isMore ? cursorOf(last) : undefined);
}

async function readShares(
  queryable: Queryable,
  {
    workerId,
    since,
    behind,
    limit,
  }: {
    readonly workerId: string;
    readonly since: Date;
    readonly behind: Place | undefined;
    readonly limit: number;
  },
): Promise<ShareRow[]> {
  return queryable.query<ShareRow>(
    `select accepted_at as at, work_micros::text as work, share_micros::text as share,
       encode(hash, 'hex') as hash
     from pool_shares where worker_id = $1 and accepted_at > $2
       and ($3::timestamptz is null or (accepted_at, hash) < ($3, decode($4, 'hex')))
     order by accepted_at desc, hash desc limit $5`,
    [workerId, since, behind?.at ?? null, behind?.hash ?? null, limit],
  );
}

function cursorOf({ at, hash }: Place): string {
  return `${at.getTime()}-${hash}`;
}

function placeOf(cursor: string): Place {
  const [, ms, hash] = /^(\d{1,15})-([0-9a-f]+)$/.exec(cursor) ?? [];
  if (ms === undefined || hash?.length !== HASH_BYTES * 2)
    throw workerRefusals.invalid_shares_cursor();
  return { at: new Date(Number(ms)), hash };
}
