/**
 * Recognises a broker's history by the names of its columns and reads its closed trades. A file
 * with an invalid line is refused, and the refusal names the line.
 */
import { journalLimits } from "#api/limits";
import { beginSlice } from "#platform";
import { readRows, type Row } from "../journal/read-rows.ts";
import { journalRefusals } from "../journal/refusals.ts";
import { lineRefusal } from "./cells.ts";
import {
  FORMAT_NAMES,
  type ImportFormat,
  type ReadTrade,
  type TradeReader,
} from "./imported-trade.ts";
import { UTC, zoneNamed, type Zone } from "./local-time.ts";
import { ctraderZone, isCtraderHead, readCtrader } from "./read-ctrader.ts";
import { isMt5Head, readMt5 } from "./read-mt5.ts";
import { isInUtc, isOandaHead, oldestFirst, readOanda } from "./read-oanda.ts";

/** Number of rows in which the column names are searched. */
const HEAD_ROWS = 30;
const ROWS_PER_SLICE = 10;

export interface History {
  readonly format: ImportFormat;
  readonly timeZone: string;
  readonly currency: string | null;
  readonly trades: readonly ReadTrade[];
  readonly skipped: number;
}

/**
 * Reads a file. `timeZone` is needed if the file does not contain the zone of its times. Throws
 * `import_format`, `import_time_zone`, or a refusal for the first invalid line.
 */
export async function readHistory(text: string, timeZone: string | undefined): Promise<History> {
  const rows = await readRows(text, journalLimits.importRowsMax);
  const place = rows.slice(0, HEAD_ROWS).findIndex((row) => formatOf(row) !== undefined);
  const head = rows[place];
  const format = head && formatOf(head);
  if (!head || !format) throw journalRefusals.import_format();
  const below = rows.slice(place + 1);
  const zone = zoneFor({ format, head, below, timeZone });
  const { trades, skipped, currency } = await tradesIn(
    format === "OANDA" ? oldestFirst(below) : below,
    readerOf({ format, head, before: rows.slice(0, place), zone }),
  );
  if (trades.length === 0) throw journalRefusals.import_empty();
  return { format, timeZone: zone.name, currency, trades, skipped };
}

function formatOf(row: Row): ImportFormat | undefined {
  if (isMt5Head(row)) return "MT5";
  if (isOandaHead(row)) return "OANDA";
  return isCtraderHead(row) ? "CTRADER" : undefined;
}

interface Recognised {
  readonly format: ImportFormat;
  readonly head: Row;
}

function readerOf(
  of: Recognised & { readonly before: readonly Row[]; readonly zone: Zone },
): TradeReader {
  const { format, head, before, zone } = of;
  if (format === "MT5") return readMt5(head, before, zone);
  return format === "OANDA" ? readOanda(head, zone) : readCtrader(head, zone);
}

/** Returns the zone of the file or, if the file contains none, the zone that the user chose. */
function zoneFor(
  of: Recognised & { readonly below: readonly Row[]; readonly timeZone: string | undefined },
): Zone {
  const { format, head, below, timeZone } = of;
  const own =
    format === "CTRADER"
      ? ctraderZone(head)
      : format === "OANDA" && below.every(isInUtc)
        ? UTC
        : undefined;
  if (own) return own;
  if (timeZone === undefined || timeZone.trim() === "")
    throw journalRefusals.import_time_zone({ format: FORMAT_NAMES[format] });
  const chosen = zoneNamed(timeZone);
  if (!chosen) throw journalRefusals.import_time_zone_unknown();
  return chosen;
}

async function tradesIn(rows: readonly Row[], reader: TradeReader) {
  const trades: ReadTrade[] = [];
  let skipped = 0;
  const slice = beginSlice();
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_SLICE === 0 && slice.isOver()) await slice.next();
    if (reader.isEnd(row)) break;
    const closed = reader.tradesOf(row);
    if (closed.length === 0) skipped += 1;
    for (const trade of closed)
      if (trade.closedAt < trade.openedAt)
        throw lineRefusal(row.line, "the closing time is before the opening time.");
    trades.push(...closed);
  }
  return { trades, skipped, currency: reader.currency };
}
