/** One named round of the trial: something breaks, or is broken, and what people see is noted. */
import type { Engines } from "../engines.ts";
import type { Platform } from "../floor.ts";
import type { Load } from "../load.ts";
import { until } from "../wait.ts";

export interface Scene {
  readonly engines: Engines;
  readonly platform: Platform;
  /** It goes on all the time. */
  readonly load: Load;
}

export interface Outcome {
  /** What was measured. */
  readonly lines: readonly string[];
  /** What must not be: empty when all is well. */
  readonly problems: readonly string[];
}

export type Fault = (scene: Scene) => Promise<Outcome>;

/** When the first of the steady writes that were asked for after that moment were answered. */
export async function writesAgain({ load }: Scene, sinceMs: number): Promise<number> {
  const answers = await until("stakes and messages are acknowledged again", () => {
    const since = load.acknowledged.filter(({ askedAtMs }) => askedAtMs > sinceMs);
    const isWhole = ["stake", "message"].every((kind) => since.some((one) => one.kind === kind));
    return isWhole ? since : undefined;
  });
  return Math.min(...answers.map(({ answeredAtMs }) => answeredAtMs));
}
