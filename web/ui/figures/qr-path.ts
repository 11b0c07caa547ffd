/** Encodes a QR code as a single SVG path, which needs no image and no inline style. */
import encodeQR from "qr";

export interface QrDrawing {
  /**
   * Modules per side, including a quiet zone of one module. The white frame provides the rest of
   * the quiet zone.
   */
  readonly size: number;
  /** Path of unit squares. Adjacent squares in a row are merged. */
  readonly path: string;
}

export function qrDrawing(text: string): QrDrawing {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 1 });
  const path = rows
    .map((row, y) =>
      runsOf(row)
        .map((run) => square(run, y))
        .join(""),
    )
    .join("");
  return { size: rows.length, path };
}

interface Run {
  readonly start: number;
  readonly length: number;
}

function runsOf(row: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let start: number | undefined;
  for (let x = 0; x <= row.length; x += 1) {
    if (row[x] === true) start ??= x;
    else if (start !== undefined) {
      runs.push({ start, length: x - start });
      start = undefined;
    }
  }
  return runs;
}

function square({ start, length }: Run, y: number): string {
  return `M${start} ${y}h${length}v1h-${length}z`;
}
