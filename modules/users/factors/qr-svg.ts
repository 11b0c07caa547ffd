/**
 * Renders a QR code as an SVG image on white, so that it is readable on light and dark pages. The
 * SVG contains no `#` or `%`, because the official client inserts it unescaped into a `data:` URL.
 */
import encodeQR from "qr";

/** Width of the white border in modules, as required by ISO/IEC 18004. */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 4;

export function qrSvg(text: string): string {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  const side = rows.length;
  const pixels = side * PIXELS_PER_MODULE;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}">` +
    `<path fill="white" d="M0 0h${side}v${side}H0z"/><path fill="black" d="${path}"/></svg>`
  );
}
