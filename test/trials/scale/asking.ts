/** Starts the process of generator.ts and sends it jobs, one after the other. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Done, Job } from "./generator.ts";

export interface Generator {
  /** Sends the job and resolves with its result. Throws if the product refused a request. */
  give(job: Job): Promise<Done>;
  close(): Promise<void>;
}

export function openGenerator(): Generator {
  const child = fork(join(import.meta.dirname, "generator.ts"));
  return {
    async give(job) {
      child.send(job);
      const [result] = (await once(child, "message")) as [Done];
      if (result.error !== undefined) throw new Error(`${job.do}: ${result.error}`);
      return result;
    },
    async close() {
      if (!child.connected) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
