/** Collects quotes, and packs them and their hour candles into chunks. */
import { CANDLE_INTS, CHUNK_CANDLES, CHUNK_QUOTES, packColumns } from "./packed-quotes.ts";

export interface PackedChunk {
  readonly kind: "QUOTES" | "H1";
  readonly place: number;
  /** Time of the first and of the last quote or candle. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly packed: Uint8Array;
}

export interface ChunkWriter {
  readonly add: (timeMs: number, bid: number, ask: number) => void;
  /** Packs the remaining quotes. */
  readonly end: () => void;
}

/** Trading days begin on a full hour in UTC, so hours of UTC divide them evenly. */
const HOUR_MS = 3_600_000;

export function chunkWriter(onChunk: (chunk: PackedChunk) => void): ChunkWriter {
  const quotes = columnWriter("QUOTES", CHUNK_QUOTES, 2, onChunk);
  const hours = columnWriter("H1", CHUNK_CANDLES, CANDLE_INTS, onChunk);
  const hour = new Int32Array(CANDLE_INTS);
  let hourMs = NaN;
  const prices = new Int32Array(3);
  return {
    add(timeMs, bid, ask) {
      quotes.add(timeMs, [bid, ask]);
      const startMs = Math.floor(timeMs / HOUR_MS) * HOUR_MS;
      if (startMs !== hourMs) {
        if (!Number.isNaN(hourMs)) hours.add(hourMs, hour);
        hourMs = startMs;
        hour.fill(0);
      }
      prices.set([bid, (bid + ask) / 2, ask]);
      extend(hour, prices);
    },
    end() {
      if (!Number.isNaN(hourMs)) hours.add(hourMs, hour);
      quotes.flush();
      hours.flush();
    },
  };
}

function extend(hour: Int32Array, prices: Int32Array): void {
  const volume = hour[CANDLE_INTS - 1] ?? 0;
  for (let side = 0; side < 3; side += 1) {
    const [at, price] = [side * 4, prices[side] ?? 0];
    if (volume === 0) hour.fill(price, at, at + 4);
    if (price > (hour[at + 1] ?? 0)) hour[at + 1] = price;
    if (price < (hour[at + 2] ?? 0)) hour[at + 2] = price;
    hour[at + 3] = price;
  }
  hour[CANDLE_INTS - 1] = volume + 1;
}

function columnWriter(
  kind: PackedChunk["kind"],
  rowsMax: number,
  columnCount: number,
  onChunk: (chunk: PackedChunk) => void,
) {
  const times = new Float64Array(rowsMax);
  const columns = Array.from({ length: columnCount }, () => new Int32Array(rowsMax));
  let [rows, place] = [0, 0];
  const flush = () => {
    if (rows === 0) return;
    const packed = packColumns(
      times.subarray(0, rows),
      columns.map((column) => column.subarray(0, rows)),
    );
    onChunk({ kind, place, fromMs: times[0] ?? 0, untilMs: times[rows - 1] ?? 0, packed });
    place += 1;
    rows = 0;
  };
  return {
    flush,
    add(timeMs: number, row: ArrayLike<number>) {
      times[rows] = timeMs;
      for (let column = 0; column < columnCount; column += 1) {
        const values = columns[column];
        if (values) values[rows] = row[column] ?? 0;
      }
      rows += 1;
      if (rows === rowsMax) flush();
    },
  };
}
