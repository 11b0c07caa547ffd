/** Converts typed tags to a list and back. Tags are separated by commas or semicolons. */
import { journalLimits } from "../../../../api/forex-limits.ts";

/** Returns the tags in lower case without repetitions, or undefined if one of them is not valid. */
export function readTags(typed: string): string[] | undefined {
  const tags = typed
    .split(/[,;]/)
    .map((tag) => tag.trim().toLowerCase())
    .filter((tag) => tag !== "");
  const distinct = [...new Set(tags)];
  const isValid =
    distinct.length <= journalLimits.tagsMax &&
    distinct.every((tag) => journalLimits.tagPattern.test(tag));
  return isValid ? distinct : undefined;
}

export function tagsText(tags: readonly string[]): string {
  return tags.join(", ");
}
