/**
 * The notice after mining was switched. The requirement's text says that a rig is active, so it is
 * used only with a running contract or rig.
 */
import type { Mining } from "../reference/reference-terms.ts";
import { contractTexts as texts } from "./strings.ts";

type Input = Pick<Mining, "isMining" | "baseThs">;

/**
 * True if a contract or rig is running. A base hash rate proves it, because a boost needs one of
 * them.
 */
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
