/** Describes a file by its first lines, so that the form can ask for the time zone. */
import { asksForZone } from "./file-sample.ts";
import { recogniseFormat } from "./recognise-format.ts";

export interface FileStart {
  readonly format: string;
  /** The vendor's usual time zone if the file does not contain one. */
  readonly usualZone: string | undefined;
}

/** Returns undefined if the format is unknown. `text` is the beginning of the file. */
export function describeStart(text: string): FileStart | undefined {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/, 20)
    .filter((line) => line.trim() !== "");
  const recognised = recogniseFormat(lines);
  if (!("format" in recognised)) return undefined;
  const { format, hasHeader } = recognised;
  return { format: format.name, usualZone: asksForZone(format, lines[hasHeader ? 1 : 0] ?? "") };
}
