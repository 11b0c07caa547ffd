/**
 * Returns the notice shown after mining was started or stopped. The requirement's text states that
 * a rig is active, so it is used only if a contract or rig is running.
 */
import type { Mining } from "../reference/reference-terms.ts";
import { contractTexts as texts } from "./strings.ts";

type Input = Pick<Mining, "isMining" | "baseThs">;

/** True if a contract or rig is running. The base hash rate excludes boosts. */
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
