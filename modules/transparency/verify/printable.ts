/** Texts that a terminal prints, whose words come partly from the installation. Pure. */
const CHARACTERS_MAX = 2_000;

/**
 * Replaces characters that a terminal would obey, or that would begin a line of their own, and cuts
 * a text that would hide the other lines.
 */
export function printable(text: string): string {
  return text.slice(0, CHARACTERS_MAX).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}
