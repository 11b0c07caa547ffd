/** Reads the beginning of a chosen price file: its format, its time zone and its pair. */
import { INSTRUMENTS } from "#market";
import { describeStart, type FileStart } from "#market/price-files";

export interface ChosenFile {
  readonly file: File;
  /** Undefined if the format is unknown. */
  readonly start: FileStart | undefined;
  /** The pair that the file's name contains. */
  readonly pair: string | undefined;
}

/** Length of the part that is read before the upload. */
const START_BYTES = 65_536;

export async function chooseFile(file: File): Promise<ChosenFile> {
  const name = file.name.toUpperCase();
  const pair = INSTRUMENTS.find(
    (one) => one.isTradeable && name.includes(one.name.replace("_", "")),
  );
  const start = describeStart(await file.slice(0, START_BYTES).text());
  return { file, start, pair: pair?.name };
}

/**
 * Returns the part of the file to send. Of a file in an unknown format, the beginning is enough for
 * the server's refusal.
 */
export function partToSend({ file, start }: ChosenFile): Blob {
  return start ? file : file.slice(0, START_BYTES);
}
