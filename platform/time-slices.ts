/**
 * Splits work that takes more than a few milliseconds into slices, which are shared among all tasks
 * of the process. The event loop handles requests after each slice. While it is busy, the tasks
 * pause longer. A request therefore waits for only one slice, however many tasks run.
 */
export interface Slices {
  /** Starts a task. The task must wait for its first slice, as for every later slice. */
  begin(): Slice;
}

export interface Slice {
  isOver(): boolean;
  /** Waits for the task's next slice. */
  next(): Promise<void>;
}

const SLICE_MS = 2;
/** The event loop counts as busy if one of its turns takes longer than this. */
const BUSY_MS = 0.3;
/**
 * Pause after a slice while the event loop is busy. The pause leaves two thirds of the time to the
 * event loop.
 */
const REST_MS = 2 * SLICE_MS;

export function createSlices(): Slices {
  const queue: (() => void)[] = [];
  let isArmed = false;
  /** The task of the last slice, and the end of that slice as reported by the task. */
  let last: Slice | undefined;
  let endedMs = 0;

  const arm = (): void => {
    isArmed = true;
    setImmediate(run);
  };
  const run = (): void => {
    const isBusy = performance.now() - endedMs > BUSY_MS;
    if (isBusy) setTimeout(resume, REST_MS);
    else resume();
  };
  const resume = (): void => {
    const begin = queue.shift();
    isArmed = false;
    endedMs = performance.now();
    begin?.();
    if (queue.length > 0) arm();
  };

  return {
    begin() {
      let endsMs = -Infinity;
      const slice: Slice = {
        isOver: () => performance.now() >= endsMs,
        next() {
          if (last === slice || queue.length === 0) endedMs = performance.now();
          return new Promise((resolve) => {
            queue.push(() => {
              last = slice;
              endsMs = performance.now() + SLICE_MS;
              resolve();
            });
            if (!isArmed) arm();
          });
        },
      };
      return slice;
    },
  };
}

const ofProcess = createSlices();

export function beginSlice(): Slice {
  return ofProcess.begin();
}
