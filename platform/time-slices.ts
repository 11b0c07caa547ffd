/**
 * Splits work of more than a few milliseconds into slices. All tasks of the process share the
 * slices. After each slice the event loop handles requests. While it is busy, the tasks pause
 * longer. However many tasks run, a request waits for only one slice.
 */
export interface Slices {
  /** Starts a task. The task must wait for its first slice as for every later one. */
  begin(): Slice;
}

export interface Slice {
  isOver(): boolean;
  /** Waits for the task's next slice. */
  next(): Promise<void>;
}

const SLICE_MS = 2;
/** The event loop was busy if a turn takes longer than this. */
const BUSY_MS = 0.3;
/** Pause after a slice while the event loop is busy, which leaves it two thirds of the time. */
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

/** Starts a task of this process. */
export function beginSlice(): Slice {
  return ofProcess.begin();
}
