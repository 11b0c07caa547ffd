/**
 * Stops components in the reverse order of their start. A component that fails or hangs while
 * stopping does not prevent the others from stopping.
 */
import type { Log } from "#platform";

export interface Teardown {
  add(what: string, stop: () => Promise<void>): void;
  /** Stops all components once. Later calls wait for the first call to finish. */
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
