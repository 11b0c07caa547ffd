/**
 * A QR code on a white background in every theme, including forced colours.
 *
 *   <QrCode text={uri} label="QR code of the address" />
 */
import { qrDrawing } from "./qr-path.ts";

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrDrawing(text);
  return (
    <div className="qr w-[212px] self-start rounded-md bg-white p-3.5 max-md:justify-self-center">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing is no img element
        role="img"
        aria-label={label}
        className="block h-auto w-full"
      >
        <path fill="#10110f" d={path} />
      </svg>
    </div>
  );
}
