/** Starts the process of streams.ts and requests the state of its streams. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { until } from "../wait.ts";
import type { Standing } from "./streams.ts";

export interface Listeners {
  standing(): Promise<Standing>;
  /** Waits until all streams are open, and returns their state. */
  whole(): Promise<Standing>;
  close(): Promise<void>;
}

/** Starts the process and resolves when all its streams are open. */
export async function openListeners(url: string, count: number): Promise<Listeners> {
  const child = fork(join(import.meta.dirname, "streams.ts"), [url, String(count)]);
  const standing = async () => {
    child.send("how");
    const [report] = (await once(child, "message")) as [Standing];
    return report;
  };
  const whole = () =>
    until(`all of ${count} streams are open`, async () => {
      const now = await standing();
      return now.open === count ? now : undefined;
    });
  try {
    await whole();
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    standing,
    whole,
    async close() {
      if (!child.connected) return;
      child.disconnect();
      await once(child, "exit");
    },
  };
}
