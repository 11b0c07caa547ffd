/** Starts the worker that checks files, and sends files to it. */
import type { FileResult, KnownSite } from "#receipts";
import { createDeferred } from "../../data/api/deferred.ts";
import type { FileToCheck, FileWorkerMessage } from "./file-worker.ts";
import { verifyTexts as texts } from "./strings.ts";

export interface FileChecker {
  /** Throws Error if the worker cannot run or the file cannot be read. */
  check(content: string | File, site: KnownSite): Promise<FileResult>;
  close(): void;
}

/** Loads the worker at once, so that it works after the connection is lost. */
export function openFileChecker(): FileChecker {
  const worker = new Worker(new URL("./file-worker.ts", import.meta.url), { type: "module" });
  const { promise: ready, resolve, reject } = createDeferred<void>();
  const waiting = new Map<number, ReturnType<typeof createDeferred<FileResult>>>();
  let sent = 0;
  // An unused worker that cannot start is reported by the first check.
  ready.catch(() => undefined);
  worker.addEventListener("error", () => reject(new Error(texts.notStarted)));
  worker.addEventListener("message", ({ data }: MessageEvent<FileWorkerMessage>) => {
    if (data.kind === "ready") return resolve();
    const request = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.kind === "checked") request?.resolve(data.result);
    else request?.reject(new Error(data.text));
  });
  return {
    async check(content, site) {
      await ready;
      const request = createDeferred<FileResult>();
      sent += 1;
      waiting.set(sent, request);
      worker.postMessage({ number: sent, content, site } satisfies FileToCheck, []);
      return request.promise;
    },
    close: () => worker.terminate(),
  };
}
