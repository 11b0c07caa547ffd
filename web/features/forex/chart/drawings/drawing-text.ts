/** Names drawings and their points for lists, handles and screen readers. */
import { holdableNamed, priceText, type Instrument } from "#market";
import { decimalText } from "../../../../ui/amounts/number-format.ts";
import { withMarks } from "../../../../ui/preferences/number-marks.ts";
import { dateText, minuteText } from "../../../../ui/time/time-text.ts";
import type { DrawnDrawing } from "./drawings-primitive.ts";
import { layerTexts as texts } from "./layer-strings.ts";
import { RATIOS, ratioPrice } from "./drawing-points.ts";
import type { DrawingPoint, UserDrawing } from "./user-drawing.ts";

export function pointText({ timeMs, price }: DrawingPoint, instrument: Instrument): string {
  const at = new Date(timeMs);
  return texts.at(shownPrice(price, instrument), `${dateText(at)}, ${minuteText(at)}`);
}

/** Returns a name such as "Level, 1.16210". A drawing with two points also has their times. */
export function drawingName({ instrument: name, kind, points }: UserDrawing): string {
  const instrument = holdableNamed(name);
  const [first, second] = points;
  if (!instrument || !first) return texts.kinds[kind];
  const place = second
    ? texts.from(pointText(first, instrument), pointText(second, instrument))
    : shownPrice(first.price, instrument);
  return texts.one(texts.kinds[kind], place);
}

export function drawnDrawing(
  { id, kind, points }: Pick<UserDrawing, "id" | "kind" | "points">,
  instrument: Instrument,
  isMoving: boolean,
): DrawnDrawing {
  const { priceScale } = instrument;
  const level = (price: number, text: string) => ({ price: price / priceScale, text });
  const [first] = points;
  const levels = {
    trend: [],
    level: first ? [level(first.price, shownPrice(first.price, instrument))] : [],
    fibonacci:
      points.length < 2
        ? []
        : RATIOS.map((ratio) => {
            const price = ratioPrice(points, ratio);
            const percent = decimalText(String(Math.round(ratio * 1_000) / 10), 1);
            return level(price, texts.ratio(percent, shownPrice(price, instrument)));
          }),
  }[kind];
  return {
    id,
    kind,
    points: points.map(({ timeMs, price }) => ({ timeMs, price: price / priceScale })),
    levels,
    isMoving,
  };
}

function shownPrice(price: number, instrument: Instrument): string {
  return withMarks(priceText(price - (price % 10), instrument));
}
