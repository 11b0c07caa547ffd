/** Defines a round of the trial: a named fault, and a record of its effect on users. */
import type { Engines } from "../engines.ts";
import type { Platform } from "../floor.ts";
import type { Load } from "../load.ts";
import { until } from "../wait.ts";

export interface Scene {
  readonly engines: Engines;
  readonly platform: Platform;
  /** The load on the product, which runs throughout the trial. */
  readonly load: Load;
}

export interface Outcome {
  /** Measurements of the round as text, one per line. */
  readonly lines: readonly string[];
  /** Violations found. An empty array means success. */
  readonly problems: readonly string[];
}

export type Fault = (scene: Scene) => Promise<Outcome>;

/**
 * Waits until a stake and a chat message sent after `sinceMs` have been acknowledged. Resolves with
 * the time of the earliest acknowledgement.
 */
export async function writesAgain({ load }: Scene, sinceMs: number): Promise<number> {
  const answers = await until("stakes and messages are acknowledged again", () => {
    const since = load.acknowledged.filter(({ askedAtMs }) => askedAtMs > sinceMs);
    const isWhole = ["stake", "message"].every((kind) => since.some((one) => one.kind === kind));
    return isWhole ? since : undefined;
  });
  return Math.min(...answers.map(({ answeredAtMs }) => answeredAtMs));
}
