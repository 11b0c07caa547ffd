/**
 * Reads the header file, which contains each block at which the difficulty changed, from height
 * 2016 on.
 */
import {
  checkHeaders,
  NEXT_HALVING_HEIGHT,
  RETARGET_BLOCKS,
  type CheckedHeader,
} from "#economics/history";
import { uploadRefusals } from "./upload-refusals.ts";

const ROWS_MAX = 2_000;
/** How far Bitcoin allows a block time to be in the future. */
const AHEAD_SECONDS_MAX = 7_200;
const ROW = /^(\d{1,7}),(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z),([0-9a-f]{8}),([0-9a-f]{160})$/;

/**
 * Returns the headers that follow those in use. Throws a refusal for the first invalid line or
 * header.
 */
export function newHeaders(text: string, inUse: readonly string[], now: Date): readonly string[] {
  const [, ...lines] = text.trimEnd().split(/\r?\n/);
  if (lines.length > ROWS_MAX)
    throw uploadRefusals.history_headers_form({ line: String(ROWS_MAX + 2) });
  const rows = lines.map((line, place) => rowOf(line, place, inUse));
  const { checked, fault } = checkHeaders(
    rows.map(({ hex }) => hex),
    undefined,
  );
  if (fault !== undefined) throw refusalOf(fault.kind, String(fault.height));
  for (const [place, header] of checked.entries()) checkNeighbour(header, rows[place], now);
  return rows.slice(inUse.length).map(({ hex }) => hex);
}

interface Row {
  readonly time: string;
  readonly bits: string;
  readonly hex: string;
}

function rowOf(line: string, place: number, inUse: readonly string[]): Row {
  const [, height, time = "", bits = "", hex = ""] = ROW.exec(line) ?? [];
  const lineNumber = String(place + 2);
  if (height === undefined) throw uploadRefusals.history_headers_form({ line: lineNumber });
  const expected = String((place + 1) * RETARGET_BLOCKS);
  if (height !== expected)
    throw uploadRefusals.history_header_gap({ line: lineNumber, height: expected });
  const existing = inUse[place];
  if (existing !== undefined && existing !== hex) throw changedOrBroken(hex, expected);
  return { time, bits, hex };
}

/**
 * Returns the refusal for a header that differs from the series in use. A header without valid
 * proof of work has a refusal of its own.
 */
function changedOrBroken(hex: string, height: string) {
  const { fault } = checkHeaders([hex], undefined);
  return fault?.kind === "work"
    ? uploadRefusals.history_header_work({ height })
    : uploadRefusals.history_header_changed({ height });
}

function refusalOf(kind: "form" | "work" | "time" | "change", height: string) {
  if (kind === "work") return uploadRefusals.history_header_work({ height });
  if (kind === "time") return uploadRefusals.history_header_time({ height });
  if (kind === "change") return uploadRefusals.history_header_change({ height });
  return uploadRefusals.history_header_columns({ height });
}

function checkNeighbour(
  { height: number, time, bits }: CheckedHeader,
  row: Row | undefined,
  now: Date,
) {
  const height = String(number);
  const isSame =
    row !== undefined &&
    Date.parse(row.time) === time * 1_000 &&
    Number.parseInt(row.bits, 16) === bits;
  if (!isSame) throw uploadRefusals.history_header_columns({ height });
  if (time > now.getTime() / 1_000 + AHEAD_SECONDS_MAX)
    throw uploadRefusals.history_header_time({ height });
  if (number >= NEXT_HALVING_HEIGHT) throw uploadRefusals.history_header_halving({ height });
}
