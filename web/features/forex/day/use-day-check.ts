/**
 * Checks one day. Loads all data and the worker first, so that the check can be repeated offline.
 */
import { createDeferred } from "../../../data/api/deferred.ts";
import { useEffect, useRef, useState } from "react";
import type { DayCheck, LoadedDay } from "./check-day.ts";
import type { WorkerWord } from "./day-worker.ts";
import { loadDay } from "./load-day.ts";
import { dayTexts as texts } from "./strings.ts";

export type CheckState =
  | { readonly phase: "idle" }
  | { readonly phase: "loading"; readonly done: number; readonly total: number }
  | { readonly phase: "computing"; readonly share: number }
  | { readonly phase: "done"; readonly check: DayCheck; readonly ms: number }
  | { readonly phase: "failed"; readonly error: unknown };

/** The web worker. `ready` resolves when it has reported that it is running. */
interface Helper {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

export function useDayCheck(date: string, isSignedIn: boolean) {
  const [state, setState] = useState<CheckState>({ phase: "idle" });
  const loaded = useRef<LoadedDay>(undefined);
  const helper = useRef<Helper>(undefined);
  useEffect(
    () => () => {
      helper.current?.worker.terminate();
      helper.current = undefined;
    },
    [],
  );
  const run = async () => {
    try {
      setState({ phase: "loading", done: 0, total: 1 });
      helper.current ??= startHelper(setState);
      const { worker, ready } = helper.current;
      loaded.current ??= await loadDay(date, isSignedIn, (done, total) =>
        setState({ phase: "loading", done, total }),
      );
      await ready;
      setState({ phase: "computing", share: 0 });
      worker.postMessage(loaded.current, []);
    } catch (error) {
      setState({ phase: "failed", error });
    }
  };
  return { state, run };
}

function startHelper(tell: (state: CheckState) => void): Helper {
  const worker = new Worker(new URL("./day-worker.ts", import.meta.url), { type: "module" });
  const { promise: ready, resolve, reject } = createDeferred<void>();
  worker.addEventListener("error", () => reject(new Error(texts.notStarted)));
  worker.addEventListener("message", ({ data }: MessageEvent<WorkerWord>) => {
    if (data.kind === "ready") resolve();
    if (data.kind === "progress") tell({ phase: "computing", share: data.share });
    if (data.kind === "done") tell({ phase: "done", check: data.check, ms: data.ms });
    if (data.kind === "failed") tell({ phase: "failed", error: new Error(data.text) });
  });
  return { worker, ready };
}
