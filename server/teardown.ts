/**
 * Stops components in the reverse order of their start. One that fails or hangs does not stop the
 * others from ending.
 */
import type { Log } from "#platform";

export interface Teardown {
  add(what: string, stop: () => Promise<void>): void;
  /** Runs once; later calls wait for the first. */
  run(): Promise<void>;
}

const STOP_MS_MAX = 20_000;

export function createTeardown(log: Log): Teardown {
  const steps: { readonly what: string; readonly stop: () => Promise<void> }[] = [];
  let running: Promise<void> | undefined;

  const runAll = async (): Promise<void> => {
    for (const { what, stop } of steps.toReversed()) {
      try {
        await withDeadline(stop());
      } catch (error) {
        log.error({ err: error, what }, "did not stop cleanly");
      }
    }
  };

  return {
    add: (what, stop) => void steps.push({ what, stop }),
    run: () => (running ??= runAll()),
  };
}

async function withDeadline(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${STOP_MS_MAX} ms`)), STOP_MS_MAX);
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
