import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrDrawing } from "./qr-path.ts";

/** Renders the path as pixels, with four pixels per module and a quiet zone, for a QR reader. */
function paint({ size, path }: { size: number; path: string }) {
  const scale = 4;
  const border = 4;
  const side = (size + 2 * border) * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let dx = 0; dx < Number(length) * scale; dx += 1) {
      for (let dy = 0; dy < scale; dy += 1) {
        const column = (Number(x) + border) * scale + dx;
        const row = (Number(y) + border) * scale + dy;
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

test("a scanner reads the payment text from the rendered path", () => {
  const uri = "bitcoin:bcrt1qyrc8tc3a0qdlfd0rclvkpfgqwxqjhrz339gd9y?label=Hashfloor%20practice";
  expect(decodeQR(paint(qrDrawing(uri)))).toBe(uri);
});
