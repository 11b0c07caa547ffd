/**
 * Implements group commit: money requests of one kind that arrive at the same time share a
 * transaction, its statements and its commit. If no batch is running, waiting requests start at
 * once, so a single request is never delayed. A request that is refused or repeated runs
 * separately, so that it cannot affect the other requests.
 */
import { runBatchOnce, runOnce, type IdempotentRequest } from "./idempotency.ts";
import type { Database, DatabaseTransaction } from "./database/database.ts";
import { Outage } from "./errors/refusal.ts";
import { NotBatchable, type RunMode } from "./run-mode.ts";

/**
 * Number of batches that may run at the same time. With two batches, one prepares its statements
 * while the other waits for the disk.
 */
const CONCURRENT_BATCHES = 2;
/**
 * Minimum size of the second batch, as a share of the first batch's requests. Without this minimum,
 * the first few of many requests would start the second batch, and the remaining requests would
 * have to wait for both batches.
 */
const SECOND_BATCH_SHARE = 0.5;
/** Maximum time for which a request waits for the first batch. */
const FIRST_BATCH_MS_MAX = 100;
const BATCH_SIZE_MAX = 64;
const QUEUE_MAX = 5_000;

export interface UseCase<Input, Answer> {
  readonly database: Database;
  /**
   * Runs requests of different users in one transaction, with the same effects as running them one
   * after the other. Returns the results in the order of the inputs. The last statement moves the
   * money.
   */
  readonly run: (
    tx: DatabaseTransaction,
    inputs: readonly Input[],
    mode: RunMode,
  ) => Promise<readonly Answer[]>;
  /** Runs after the commit. */
  readonly publish: (input: Input) => void;
}

interface Keyed {
  readonly request: IdempotentRequest;
}

/** Runs one request in its own transaction, once per idempotency key. Throws its refusals. */
export async function runSingle<Input extends Keyed, Answer>(
  { database, run, publish }: UseCase<Input, Answer>,
  input: Input,
): Promise<Answer> {
  const answer = await runOnce(database, input.request, async (tx) => {
    const [only] = await run(tx, [input], "single");
    return only as Answer;
  });
  publish(input);
  return answer;
}

interface Waiting<Input, Answer> {
  readonly input: Input;
  /** Time at which the request arrived, on a monotonic clock. */
  readonly sinceMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a function that runs requests of this kind, in batches if several are waiting. */
export function groupCommit<Input extends Keyed, Answer>(
  useCase: UseCase<Input, Answer>,
  single = (input: Input) => runSingle(useCase, input),
): (input: Input) => Promise<Answer> {
  let queue: Waiting<Input, Answer>[] = [];
  let runningGroups = 0;
  let requestsInBatches = 0;
  let timer: NodeJS.Timeout | undefined;
  /**
   * Users with a running request. Their next requests wait, because two batches with requests of
   * the same user could deadlock.
   */
  const busy = new Set<string>();

  const mayStart = (): boolean => {
    const [oldest] = queue;
    if (!oldest || runningGroups === CONCURRENT_BATCHES) return false;
    if (queue.length >= requestsInBatches * SECOND_BATCH_SHARE) return true;
    const remainingMs = oldest.sinceMs + FIRST_BATCH_MS_MAX - performance.now();
    if (remainingMs > 0) startIn(remainingMs);
    return remainingMs <= 0;
  };

  const startIn = (ms: number): void => {
    const startThen = (): void => {
      timer = undefined;
      start();
    };
    timer ??= setTimeout(startThen, ms).unref();
  };

  const start = (): void => {
    while (mayStart()) {
      const { group, rest } = takeGroup(queue, busy);
      if (group.length === 0) return;
      for (const { input } of group) busy.add(input.request.userId);
      queue = rest;
      runningGroups += 1;
      requestsInBatches += group.length;
      void runGroup({ ...useCase, single }, group, {
        onBatchEnd: () => void (requestsInBatches -= group.length),
        onAnswered(entries) {
          for (const { input } of entries) busy.delete(input.request.userId);
          // The next batch starts after the results were delivered, so that a user who immediately
          // sends the next request joins that batch.
          setImmediate(start);
        },
      }).finally(() => (runningGroups -= 1));
    }
  };

  return (input) =>
    new Promise((resolve, reject) => {
      if (queue.length >= QUEUE_MAX) throw new Outage("database", "too many requests wait");
      queue.push({ input, sinceMs: performance.now(), resolve, reject });
      if (runningGroups < CONCURRENT_BATCHES) setImmediate(start);
    });
}

/**
 * Takes the requests that have waited longest, at most one per user. Skips users with a running
 * request, because a user's next request must see the effects of the previous request.
 */
function takeGroup<Entry extends { readonly input: Keyed }>(
  queue: readonly Entry[],
  busy: ReadonlySet<string>,
): { readonly group: Entry[]; readonly rest: Entry[] } {
  const users = new Set(busy);
  const group: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of queue) {
    const { userId } = entry.input.request;
    const fits = group.length < BATCH_SIZE_MAX && !users.has(userId);
    (fits ? group : rest).push(entry);
    if (fits) users.add(userId);
  }
  return { group, rest };
}

async function runGroup<Input extends Keyed, Answer>(
  useCase: UseCase<Input, Answer> & { readonly single: (input: Input) => Promise<Answer> },
  group: readonly Waiting<Input, Answer>[],
  progress: {
    /** Called when the batch transaction has ended. */
    readonly onBatchEnd: () => void;
    readonly onAnswered: (entries: readonly Waiting<Input, Answer>[]) => void;
  },
): Promise<void> {
  const remaining = await runBatch(useCase, group);
  progress.onBatchEnd();
  const isRemaining = new Set(remaining);
  progress.onAnswered(group.filter((entry) => !isRemaining.has(entry)));
  const runSingly = async (entry: Waiting<Input, Answer>): Promise<void> => {
    try {
      entry.resolve(await useCase.single(entry.input));
    } catch (error) {
      entry.reject(error);
    } finally {
      progress.onAnswered([entry]);
    }
  };
  await Promise.all(remaining.map(runSingly));
}

/**
 * Runs a batch. Returns the requests that must run singly: the requests named by `NotBatchable`, or
 * all requests after any other error.
 */
async function runBatch<Input extends Keyed, Answer>(
  { database, run, publish }: UseCase<Input, Answer>,
  group: readonly Waiting<Input, Answer>[],
): Promise<readonly Waiting<Input, Answer>[]> {
  const single: Waiting<Input, Answer>[] = [];
  let rest = group;
  while (rest.length > 1) {
    const inputs = rest.map(({ input }) => input);
    const requests = inputs.map(({ request }) => request);
    try {
      const answers = await runBatchOnce(database, requests, (tx) => run(tx, inputs, "batch"));
      rest.forEach(({ input, resolve }, index) => {
        publish(input);
        resolve(answers[index] as Answer);
      });
      return single;
    } catch (error) {
      if (!(error instanceof NotBatchable)) break;
      const { places } = error;
      single.push(...rest.filter((_, index) => places.has(index)));
      rest = rest.filter((_, index) => !places.has(index));
    }
  }
  return [...single, ...rest];
}
