/**
 * Work of more than a few milliseconds, cut into slices. All tasks of the process share one turn:
 * after each slice the event loop handles what came in, and while requests keep it busy the tasks
 * rest for longer. However many tasks run, a request waits for one slice, not for one of each task.
 */
export interface Slices {
  /** Of one task. Its first slice has to be waited for like all others. */
  begin(): Slice;
}

export interface Slice {
  isOver(): boolean;
  /** Waits for the task's next slice. */
  next(): Promise<void>;
}

const SLICE_MS = 2;
/** The loop has done something else when it comes back later than this. */
const BUSY_MS = 0.3;
/** While it does, two thirds of the time are left to it. */
const REST_MS = 2 * SLICE_MS;

export function createSlices(): Slices {
  const queue: (() => void)[] = [];
  let isArmed = false;
  /** The task that had the last slice, and when that slice ended as far as the task reports it. */
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

/** A task of this process. */
export function beginSlice(): Slice {
  return ofProcess.begin();
}
