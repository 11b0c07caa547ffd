/** Recomputes the user's events of a day in a web worker. */
import { createDeferred } from "../../../data/api/deferred.ts";
import type { CheckedEvent } from "./recheck-events.ts";
import type { WorkerWord } from "./day-worker.ts";
import { loadDays, loadOwn } from "./load-day.ts";
import { dayTexts as texts } from "./strings.ts";

/**
 * Recomputes the events. Returns undefined while the day's seed is secret. Throws ApiError if
 * loading fails, and Error if the check fails.
 */
export async function checkOwnDay(date: string): Promise<readonly CheckedEvent[] | undefined> {
  const [day, before] = await loadDays(date);
  if (day.seed === null) return undefined;
  const own = await loadOwn(day);
  const worker = new Worker(new URL("./day-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = createDeferred<readonly CheckedEvent[]>();
  worker.addEventListener("error", () => reject(new Error(texts.notStarted)));
  worker.addEventListener("message", ({ data }: MessageEvent<WorkerWord>) => {
    if (data.kind === "own") resolve(data.events);
    if (data.kind === "failed") reject(new Error(data.text));
  });
  worker.postMessage({ day, before, own }, []);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
