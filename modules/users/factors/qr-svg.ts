/**
 * A QR code as SVG text on white, for light and dark pages alike. Without `#` and `%`: the official
 * client puts the text into a `data:` address as it is.
 */
import encodeQR from "qr";

/** Modules of white around the code, as ISO/IEC 18004 asks for. */
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
