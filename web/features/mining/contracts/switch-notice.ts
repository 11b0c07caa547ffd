/**
 * Notice after mining was switched. The requirement's text says that a rig is active, which is true
 * only with a contract or a rig that runs.
 */
import type { Mining } from "../reference/reference-terms.ts";
import { contractTexts as texts } from "./strings.ts";

type Input = Pick<Mining, "isMining" | "baseThs">;

/** A running contract or rig has hash rate; a boost alone cannot exist. */
export function hasSource({ baseThs }: Pick<Input, "baseThs">): boolean {
  return Number(baseThs) > 0;
}

export function switchNotice(mining: Input): { title: string; description: string } {
  const isSource = hasSource(mining);
  return mining.isMining
    ? {
        title: texts.startedTitle,
        description: isSource ? texts.startedText : texts.onWithoutSource,
      }
    : { title: texts.stoppedTitle, description: isSource ? texts.stoppedText : texts.off };
}
