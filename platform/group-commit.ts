/**
 * Group commit: money requests of one kind that come at the same time share a transaction, its
 * statements and its commit. While nothing is under way what waits is taken at once, so a lone
 * request never waits for company. What cannot be decided together, as a refusal or a repeat, is
 * done alone, so that one request never decides about another.
 */
import { Apart, runManyOnce, type IdempotentRequest } from "./idempotency.ts";
import type { Database, DatabaseTransaction } from "./database/database.ts";
import { Outage } from "./errors/refusal.ts";

/** One prepares while the other waits for the disk. */
const LANES = 2;
/**
 * The second lane opens for at least so many for each that is under way in the first: or the first
 * few of many would take it, and the rest wait for both.
 */
const SECOND_LANE_SHARE = 0.5;
/** Longer nobody waits for the first lane, however few they are. */
const FIRST_LANE_MS_MAX = 100;
const GROUP_MAX = 64;
const QUEUE_MAX = 5_000;

export interface Grouped<Input, Answer> {
  readonly database: Database;
  /** One request in a transaction of its own, with all its refusals. */
  readonly alone: (input: Input) => Promise<Answer>;
  /**
   * Of different users, as if each had come alone; the answers in their order. Throws an `Apart`
   * for those that have to be done alone. The money moves in its last statement.
   */
  readonly together: (
    tx: DatabaseTransaction,
    inputs: readonly Input[],
  ) => Promise<readonly Answer[]>;
  /** After the commit of those that were done together. */
  readonly announce: (input: Input) => void;
}

interface Waiting<Input, Answer> {
  readonly input: Input;
  /** By the monotonic clock. */
  readonly sinceMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** What runs requests of this kind. */
export function groupCommit<Input extends { readonly request: IdempotentRequest }, Answer>(
  grouped: Grouped<Input, Answer>,
): (input: Input) => Promise<Answer> {
  let queue: Waiting<Input, Answer>[] = [];
  let lanes = 0;
  /** How many are in a transaction together. */
  let together = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Users whose request is under way: two lanes would only be in each other's way. */
  const busy = new Set<string>();

  const mayStart = (): boolean => {
    const [oldest] = queue;
    if (!oldest || lanes === LANES) return false;
    if (queue.length >= together * SECOND_LANE_SHARE) return true;
    const leftMs = oldest.sinceMs + FIRST_LANE_MS_MAX - performance.now();
    if (leftMs > 0) startIn(leftMs);
    return leftMs <= 0;
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
      lanes += 1;
      together += group.length;
      void runGroup(grouped, group, {
        parted: () => void (together -= group.length),
        ended(entries) {
          for (const { input } of entries) busy.delete(input.request.userId);
          // After all that these answers set in motion: who sends again at once is in the next
          // group.
          setImmediate(start);
        },
      }).finally(() => (lanes -= 1));
    }
  };

  return (input) =>
    new Promise((resolve, reject) => {
      if (queue.length >= QUEUE_MAX) throw new Outage("database", "too many requests wait");
      queue.push({ input, sinceMs: performance.now(), resolve, reject });
      if (lanes < LANES) setImmediate(start);
    });
}

/**
 * The longest waiting, one of each user, and none of those that are busy: the next one of the same
 * user sees what this one did.
 */
function takeGroup<Entry extends { readonly input: { readonly request: IdempotentRequest } }>(
  queue: readonly Entry[],
  busy: ReadonlySet<string>,
): { readonly group: Entry[]; readonly rest: Entry[] } {
  const users = new Set(busy);
  const group: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of queue) {
    const { userId } = entry.input.request;
    const fits = group.length < GROUP_MAX && !users.has(userId);
    (fits ? group : rest).push(entry);
    if (fits) users.add(userId);
  }
  return { group, rest };
}

async function runGroup<Input extends { readonly request: IdempotentRequest }, Answer>(
  grouped: Grouped<Input, Answer>,
  group: readonly Waiting<Input, Answer>[],
  told: {
    /** No transaction of many is under way any more. */
    readonly parted: () => void;
    /** They have their answers. */
    readonly ended: (entries: readonly Waiting<Input, Answer>[]) => void;
  },
): Promise<void> {
  const left = await runTogether(grouped, group);
  told.parted();
  const isLeft = new Set(left);
  told.ended(group.filter((entry) => !isLeft.has(entry)));
  const runAlone = async (entry: Waiting<Input, Answer>): Promise<void> => {
    try {
      entry.resolve(await grouped.alone(entry.input));
    } catch (error) {
      entry.reject(error);
    } finally {
      told.ended([entry]);
    }
  };
  await Promise.all(left.map(runAlone));
}

/**
 * Those that are left to be done alone: some that had to, or all after something else went wrong.
 */
async function runTogether<Input extends { readonly request: IdempotentRequest }, Answer>(
  { database, together, announce }: Grouped<Input, Answer>,
  group: readonly Waiting<Input, Answer>[],
): Promise<readonly Waiting<Input, Answer>[]> {
  const apart: Waiting<Input, Answer>[] = [];
  let rest = group;
  while (rest.length > 1) {
    const inputs = rest.map(({ input }) => input);
    const requests = inputs.map(({ request }) => request);
    try {
      const answers = await runManyOnce(database, requests, (tx) => together(tx, inputs));
      rest.forEach(({ input, resolve }, index) => {
        announce(input);
        resolve(answers[index] as Answer);
      });
      return apart;
    } catch (error) {
      if (!(error instanceof Apart)) break;
      const { places } = error;
      apart.push(...rest.filter((_, index) => places.has(index)));
      rest = rest.filter((_, index) => !places.has(index));
    }
  }
  return [...apart, ...rest];
}
