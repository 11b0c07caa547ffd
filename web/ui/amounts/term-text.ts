import type { TermField } from "#economics";
import { numberText } from "./number-format.ts";

/** Formats a value such as `99 USD`, `yes` or `0.001 BTC`. */
export function termText(field: TermField, text: string): string {
  if (field.words) return text === "1" ? field.words[0] : field.words[1];
  return field.unit === "" ? numberText(text) : `${numberText(text)} ${field.unit}`;
}
