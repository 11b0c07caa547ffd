/**
 * A fair queue for the password hasher. Each task belongs to an owner, which is a network or a
 * user. Every owner gets one turn before any owner gets a second turn. If the queue is full, the
 * newest task of the owner with the most tasks is refused, so a network that fills the queue blocks
 * only itself.
 */

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** One owner's running and waiting tasks. */
interface Line {
  readonly waiting: Waiting[];
  running: number;
  /** Number of the owner's last turn, or 0 before the first turn. */
  lastTurn: number;
}

export interface FairQueue {
  /**
   * Waits for a turn and runs `use`. If the queue refuses the task, throws the error that `busy`
   * creates, without running `use`.
   */
  readonly take: <Result>(whose: string, use: () => Promise<Result>) => Promise<Result>;
  /** True if another task of this owner would be accepted now. */
  readonly hasPlace: (whose: string) => boolean;
  /** The number of running and waiting tasks. */
  readonly depth: () => number;
}

export function createFairQueue({
  atOnceMax,
  waitingMax,
  busy,
}: {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly busy: () => Error;
}): FairQueue {
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;
  let turns = 0;

  const begin = (line: Line): void => {
    running += 1;
    line.running += 1;
    line.lastTurn = turns += 1;
  };

  const end = (whose: string, line: Line): void => {
    running -= 1;
    line.running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(whose);
    const next = longestAgo(lines);
    const one = next?.waiting.shift();
    if (!next || !one) return;
    waiting -= 1;
    begin(next);
    one.begin();
  };

  /**
   * Returns the owner that must give up its newest task in favour of an owner with `length` waiting
   * tasks.
   */
  const whoGivesWay = (length: number): Line | undefined => {
    const most = longest(lines);
    return most && most.waiting.length > length + 1 ? most : undefined;
  };

  /**
   * Removes a task from a full queue. Throws the error that `busy` creates if this owner would have
   * to give up the task.
   */
  const makePlace = (line: Line): void => {
    if (waiting < waitingMax) return;
    const most = whoGivesWay(line.waiting.length);
    if (!most) throw busy();
    most.waiting.pop()?.refuse();
    waiting -= 1;
  };

  /** Waits for the owner's turn, then returns the owner's tasks. */
  const turn = async (whose: string): Promise<Line> => {
    const line = lines.get(whose) ?? { waiting: [], running: 0, lastTurn: 0 };
    if (running < atOnceMax) {
      lines.set(whose, line);
      begin(line);
      return line;
    }
    makePlace(line);
    lines.set(whose, line);
    waiting += 1;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.waiting.push({ begin: resolve, refuse: () => reject(busy()) });
    await promise;
    return line;
  };

  return {
    async take(whose, use) {
      const line = await turn(whose);
      try {
        return await use();
      } finally {
        end(whose, line);
      }
    },
    hasPlace: (whose) =>
      running < atOnceMax ||
      waiting < waitingMax ||
      whoGivesWay(lines.get(whose)?.waiting.length ?? 0) !== undefined,
    depth: () => running + waiting,
  };
}

function longestAgo(lines: ReadonlyMap<string, Line>): Line | undefined {
  let oldest: Line | undefined;
  for (const line of lines.values())
    if (line.waiting.length > 0 && (!oldest || line.lastTurn < oldest.lastTurn)) oldest = line;
  return oldest;
}

function longest(lines: ReadonlyMap<string, Line>): Line | undefined {
  let longestLine: Line | undefined;
  for (const line of lines.values())
    if (!longestLine || line.waiting.length > longestLine.waiting.length) longestLine = line;
  return longestLine;
}
