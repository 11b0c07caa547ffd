/** Parses the times of price files. */
import type { TimeForm } from "./formats.ts";

export interface LocalTime {
  /** The time as written, as if it were UTC. NaN if it is not a time of the form. */
  localMs: number;
  /** Offset from UTC if the text contains one. */
  offsetMs: number | undefined;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const DATES: Readonly<Record<Exclude<TimeForm, "epoch">, RegExp>> = {
  ymd: /^(?<y>\d{4})[-./](?<m>\d{2})[-./](?<d>\d{2})$/,
  dmy: /^(?<d>\d{2})\.(?<m>\d{2})\.(?<y>\d{4})$/,
  mdy: /^(?<m>\d{2})\/(?<d>\d{2})\/(?<y>\d{4})$/,
  compact: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
};
const TIME =
  /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.?(\d{1,9}))?)?(?: ?(Z|UTC|(?:GMT|UTC)?[+-]\d{1,2}(?::?\d{2})?))?$/;
const EPOCH = /^(?:\d{9,10}|\d{12,13})$/;
/** Number of digits from which an epoch is in milliseconds. */
const MS_DIGITS = 12;

/**
 * Returns a parser for a date and a time, or for both in `time` if `date` is empty. The parser
 * returns the same object at each call, because files have millions of lines.
 */
export function timeReader(form: TimeForm): (date: string, time: string) => LocalTime {
  const result: LocalTime = { localMs: NaN, offsetMs: undefined };
  if (form === "epoch")
    return (_date, time) => {
      const isMs = time.length >= MS_DIGITS;
      result.localMs = EPOCH.test(time) ? Number(time) * (isMs ? 1 : SECOND_MS) : NaN;
      result.offsetMs = 0;
      return result;
    };
  const dateLength = form === "compact" ? 8 : 10;
  let [knownDate, knownMs] = ["", NaN];
  return (date, time) => {
    let [dateText, timeText] = [date, time];
    if (date === "") {
      dateText = time.slice(0, dateLength);
      const isSeparated = time[dateLength] === " " || time[dateLength] === "T";
      timeText =
        isSeparated || form === "compact" ? time.slice(dateLength + Number(isSeparated)) : "";
    }
    if (dateText !== knownDate) [knownDate, knownMs] = [dateText, dateOf(dateText, DATES[form])];
    result.localMs = knownMs + timeOf(timeText, result);
    return result;
  };
}

function dateOf(text: string, form: RegExp): number {
  const { y, m, d } = form.exec(text)?.groups ?? {};
  if (y === undefined) return NaN;
  const dateMs = Date.UTC(Number(y), Number(m) - 1, Number(d));
  // Rejects the 31st of a shorter month, which JavaScript would treat as the first of the next
  // month.
  return new Date(dateMs).getUTCDate() === Number(d) ? dateMs : NaN;
}

function timeOf(text: string, result: LocalTime): number {
  const parts = TIME.exec(text);
  if (!parts) return NaN;
  const [, hour = "", minute = "", second = "0", fraction = "", zone] = parts;
  result.offsetMs = zone === undefined ? undefined : offsetOf(zone);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return NaN;
  return (
    Number(hour) * HOUR_MS +
    Number(minute) * MINUTE_MS +
    Number(second) * SECOND_MS +
    Number(fraction.slice(0, 3).padEnd(3, "0"))
  );
}

function offsetOf(zone: string): number {
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === "-" ? -offsetMs : offsetMs;
}
