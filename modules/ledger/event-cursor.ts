/**
 * Formats and parses the cursor of an event list: the time and key of the oldest event already
 * shown.
 */

export interface EventPlace {
  readonly lastAt: Date;
  readonly key: string;
}

const CURSOR = /^(\d{1,14})\.([\w: -]{1,120})$/;

/** Parses a cursor. Throws RangeError unless the text has the format of `writeEventCursor`. */
export function readEventCursor(text: string | undefined): EventPlace | undefined {
  if (text === undefined) return undefined;
  const [, atMs, key] = CURSOR.exec(text) ?? [];
  if (atMs === undefined || key === undefined) throw new RangeError("malformed cursor");
  return { lastAt: new Date(Number(atMs)), key };
}

export function writeEventCursor({ lastAt, key }: EventPlace): string {
  return `${String(lastAt.getTime())}.${key}`;
}
