/** Loads the user's trades of a day and runs the luck test in a worker. */
import { useMutation } from "@tanstack/react-query";
import { createDeferred } from "../../../data/api/deferred.ts";
import type { DayAnswer } from "./check-day.ts";
import { loadOwn } from "./load-day.ts";
import type { LuckRequest, LuckResult, LuckSeason } from "./luck.ts";
import { luckTexts as texts } from "./luck-strings.ts";
import type { LuckWord } from "./luck-worker.ts";

export function useLuckTest(day: DayAnswer) {
  return useMutation({
    mutationFn: async (season: LuckSeason | undefined) =>
      inWorker({ day, own: await loadOwn(day), season }),
  });
}

async function inWorker(request: LuckRequest): Promise<LuckResult> {
  const worker = new Worker(new URL("./luck-worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = createDeferred<LuckResult>();
  worker.addEventListener("error", () => reject(new Error(texts.notStarted)));
  worker.addEventListener("message", ({ data }: MessageEvent<LuckWord>) => {
    if (data.kind === "done") resolve(data.result);
    else reject(new Error(data.text));
  });
  worker.postMessage(request, []);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
