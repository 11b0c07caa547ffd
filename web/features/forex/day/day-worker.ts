/** Web worker that checks a day, so that the page stays responsive. */
import { checkDay, checkOwn, type DayCheck, type LoadedDay } from "./check-day.ts";
import type { CheckedEvent } from "./recheck-events.ts";

export type WorkerWord =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly check: DayCheck; readonly ms: number }
  | { readonly kind: "own"; readonly events: readonly CheckedEvent[] }
  | { readonly kind: "failed"; readonly text: string };

/** If `candles` is absent, only the user's events are checked. */
type Asked = LoadedDay | Omit<LoadedDay, "candles">;

const say = (word: WorkerWord) => postMessage(word);

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const begunAt = performance.now();
  try {
    if (!("candles" in data)) {
      say({ kind: "own", events: checkOwn(data) });
      return;
    }
    const check = checkDay(data);
    let step = check.next();
    for (; !step.done; step = check.next()) say({ kind: "progress", share: step.value });
    say({ kind: "done", check: step.value, ms: performance.now() - begunAt });
  } catch (error) {
    say({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
  }
});

say({ kind: "ready" });
