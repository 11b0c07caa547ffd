/**
 * Ensures that a request that moves money has only one effect, however often it is sent. The
 * response is stored in the same database transaction as the effect, under (user, route, key). A
 * repeated request receives the stored response. A request with the same key but a different body
 * is refused.
 */
import { hash } from "node:crypto";
import type { Database, DatabaseTransaction, Queryable } from "./database/database.ts";
import { derivedUuid } from "./ids.ts";
import { defineRefusals, Refusal, type RefusalText } from "./errors/refusal.ts";
import { excludeFromBatch } from "./run-mode.ts";
import { payGateRefusals } from "./pay-gate.ts";

export interface IdempotentRequest {
  readonly userId: string;
  /** Name of the route, for example `createWithdrawal`. */
  readonly route: string;
  /** The caller's Idempotency-Key, a uuid. */
  readonly key: string;
  /** sha256 of the canonical request body, in hex. */
  readonly requestHash: string;
  /**
   * The request's hash as computed by the previous version, under which a response may be stored.
   */
  readonly formerHash?: string;
}

export const idempotencyRefusals = defineRefusals({
  idempotency_key_missing: {
    status: 400,
    title: "Idempotency key missing",
    text: "Requests that move money need an Idempotency-Key header with a uuid.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "Idempotency key reused",
    text: "This Idempotency-Key was used for another request. Use a new one.",
  },
  idempotency_key_expired: {
    status: 422,
    title: "Idempotency key too old",
    text: "This Idempotency-Key was used more than seven days ago and its answer is no longer kept. Look at what it did, then use a new one.",
  },
  request_in_progress: {
    status: 409,
    title: "Still running",
    text: "The same request is still running. Try again in a moment.",
  },
});

/** Returns the sha256 of a JSON value with sorted keys. */
export function requestHash(body: unknown): string {
  return hash("sha256", canonicalJson(body));
}

/** Derives the id of one of the request's transfers. A repeated request derives the same id. */
export function transferIdOf(request: IdempotentRequest, leg: string): string {
  return derivedUuid(request.key, request.userId, request.route, leg);
}

/** Marks a key whose stored response was deleted. */
const FORGOTTEN = 0;

/**
 * Maximum number of rows per statement, which limits the duration of a statement when many rows
 * have accumulated.
 */
const SWEPT_AT_ONCE = 5_000;

/**
 * Deletes stored responses older than seven days. A refused request had no effect, so it may run
 * again if it is repeated. The key of a successful request is kept and a repeat is refused, because
 * the repeat would derive the same transfer ids. The age is measured by the database's clock, which
 * also dated the rows. A server whose clock is ahead therefore does not delete recent responses.
 */
export async function sweepAnswers(
  database: Queryable,
  { atOnce = SWEPT_AT_ONCE } = {},
): Promise<void> {
  const those = (status: string) =>
    `where ctid = any (array(select ctid from platform_idempotency
       where ${status} and created_at < now() - interval '7 days' limit ${atOnce})) returning key`;
  const statements = [
    `delete from platform_idempotency ${those("status not in (0, 200)")}`,
    `update platform_idempotency set status = ${FORGOTTEN}, body = 'null' ${those("status <> 0")}`,
  ];
  for (const statement of statements) {
    let portion: readonly unknown[];
    do portion = await database.query(statement);
    while (portion.length === atOnce);
  }
}

interface StoredAnswer {
  readonly request_hash: string;
  readonly status: number;
  readonly body: unknown;
}

const replays = new WeakMap<Database, number>();

/** Returns the number of this process's requests that received a stored response. */
export function replaysOf(database: Database): number {
  return replays.get(database) ?? 0;
}

/**
 * Runs `work` once per request and returns its JSON response. A repeated request receives the
 * stored response. A Refusal is also stored, after the effects of the work are rolled back, and is
 * thrown again for repeats. Three kinds of results are not stored: outages and bugs, refusals that
 * end with time (a rate limit, a waiting period), and outcomes that `isSettled` excludes, because a
 * repeat with another one-time code may succeed.
 */
export async function runOnce<Answer>(
  database: Database,
  request: IdempotentRequest,
  work: (tx: DatabaseTransaction) => Promise<Answer>,
  isSettled: (outcome: Answer | Refusal) => boolean = () => true,
): Promise<Answer> {
  try {
    return await database.transaction(async (tx) => {
      const [isFree, stored] = await Promise.all([tryLock(tx, request), find(tx, request)]);
      if (!isFree) throw idempotencyRefusals.request_in_progress();
      if (stored) return replay<Answer>(database, request, stored);
      const answer = await work(tx);
      if (isSettled(answer)) store(tx, request, 200, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Refusal && isLastWord(error) && isSettled(error))
      await storeRefusal(database, request, error);
    throw error;
  }
}

/**
 * Returns the stored response to a repeated request, or undefined. Throws a stored refusal. With
 * it, a caller can skip the work that it does before `runOnce`.
 */
export async function storedAnswerOf<Answer>(
  database: Database,
  request: IdempotentRequest,
): Promise<Answer | undefined> {
  const stored = await find(database, request);
  return stored && replay<Answer>(database, request, stored);
}

/**
 * True if the refusal is final. Any other refusal tells the caller to repeat the request later with
 * the same key.
 */
function isLastWord({ code, status }: Refusal): boolean {
  return status !== 429 && !(code in idempotencyRefusals || code in payGateRefusals);
}

/** The state of a request whose sender received no response. */
export type RequestState =
  | { readonly state: "running" | "unknown" }
  | { readonly state: "done"; readonly at: Date }
  | { readonly state: "refused"; readonly at: Date; readonly title: string; readonly text: string };

/**
 * Returns the state of a request. `unknown` means that the request never arrived or had no effect.
 */
export async function requestStateOf(database: Database, request: Name): Promise<RequestState> {
  return database.transaction(async (tx) => {
    // The lock is tried before the stored response is read. If the request ends between these two
    // statements, its response has therefore been stored.
    if (!(await tryLock(tx, request))) return { state: "running" };
    const [row] = await tx.query<{ status: number; body: unknown; created_at: Date }>(
      "select status, body, created_at from platform_idempotency where user_id = $1 and route = $2 and key = $3",
      [request.userId, request.route, request.key],
    );
    if (row === undefined) return { state: "unknown" };
    const { status, created_at: at } = row;
    if (status === 200 || status === FORGOTTEN) return { state: "done", at };
    const { title, text } = row.body as RefusalText;
    return { state: "refused", at, title, text };
  });
}

/**
 * Runs several requests with different keys in one transaction, all or none. Throws `NotBatchable`
 * for requests that are running in another transaction or that already have a stored response.
 */
export async function runBatchOnce<Answer>(
  database: Database,
  requests: readonly IdempotentRequest[],
  work: (tx: DatabaseTransaction) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  return database.transaction(async (tx) => {
    // If another process stores a response between this read and the lock, the insert below fails
    // because of its unique key. Each request of the batch then runs singly.
    const keys = await tx.query<{ locked: boolean; known: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended(name, 0)) as locked,
         exists (select from platform_idempotency stored
           where stored.user_id = request.user_id and stored.route = request.route and stored.key = request.key) as known
       from unnest((select $1::text[]), $2::text[], $3::text[], $4::uuid[]) with ordinality
         as request(name, user_id, route, key, place)
       order by place`,
      [requests.map(nameOf), ...columnsOf(requests)],
    );
    excludeFromBatch(requests, (_, place) => !keys[place]?.locked || keys[place].known);
    const answers = await work(tx);
    tx.atCommit(
      `insert into platform_idempotency (user_id, route, key, request_hash, status, body)
       select user_id, route, key, request_hash, 200, body
       from unnest((select $1::text[]), $2::text[], $3::uuid[], $4::text[], $5::jsonb[]) as answer(user_id, route, key, request_hash, body)`,
      [
        ...columnsOf(requests),
        requests.map((request) => request.requestHash),
        answers.map((answer) => JSON.stringify(tagged(answer))),
      ],
    );
    return answers;
  });
}

function columnsOf(requests: readonly IdempotentRequest[]): string[][] {
  return [
    requests.map(({ userId }) => userId),
    requests.map(({ route }) => route),
    requests.map(({ key }) => key),
  ];
}

type Name = Pick<IdempotentRequest, "userId" | "route" | "key">;

function nameOf({ userId, route, key }: Name): string {
  return `${userId}/${route}/${key}`;
}

/**
 * Takes the request's lock. Returns false if the request is already running in another transaction.
 * Only the holder of the lock may store a response.
 */
async function tryLock(tx: DatabaseTransaction, request: Name): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked",
    [nameOf(request)],
  );
  return row?.locked ?? false;
}

async function find(
  queryable: Queryable,
  request: IdempotentRequest,
): Promise<StoredAnswer | undefined> {
  const [row] = await queryable.query<StoredAnswer>(
    "select request_hash, status, body from platform_idempotency where user_id = $1 and route = $2 and key = $3",
    [request.userId, request.route, request.key],
  );
  return row;
}

/** Returns the stored response of a request with the same body, and counts it. */
function replay<Answer>(
  database: Database,
  request: IdempotentRequest,
  stored: StoredAnswer,
): Answer {
  if (![request.requestHash, request.formerHash].includes(stored.request_hash))
    throw idempotencyRefusals.idempotency_key_reused();
  if (stored.status === FORGOTTEN) throw idempotencyRefusals.idempotency_key_expired();
  replays.set(database, replaysOf(database) + 1);
  if (stored.status === 200) return untagged(stored.body) as Answer;
  const { code, ...refusal } = stored.body as RefusalText & { code: string };
  throw new Refusal(code, refusal);
}

function store(
  tx: DatabaseTransaction,
  request: IdempotentRequest,
  status: number,
  body: unknown,
): void {
  tx.atCommit(
    `insert into platform_idempotency (user_id, route, key, request_hash, status, body) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [
      request.userId,
      request.route,
      request.key,
      request.requestHash,
      status,
      JSON.stringify(tagged(body)),
    ],
  );
}

/**
 * Stores a refusal if the lock can be taken again. The rollback of the refused work also released
 * its lock, so a repeat may already be running and may succeed. In that case the repeat's response
 * is kept.
 */
async function storeRefusal(
  database: Database,
  request: IdempotentRequest,
  refusal: Refusal,
): Promise<void> {
  const { code, status, title, text } = refusal;
  await database.transaction(async (tx) => {
    if (await tryLock(tx, request)) store(tx, request, status, { code, status, title, text });
  });
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "bigint") return value.toString();
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** Returns the value with bigint and Date as tagged objects, which JSON can store. */
function tagged(value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  if (value instanceof Date) return { $date: value.toISOString() };
  if (Array.isArray(value)) return value.map(tagged);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tagged(item)]));
}

function untagged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untagged);
  if (value === null || typeof value !== "object") return value;
  if ("$bigint" in value) return BigInt(String(value.$bigint));
  if ("$date" in value) return new Date(String(value.$date));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, untagged(item)]));
}
