/** Shows the order's exits and time in force exactly as they will be sent. */
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import type { OrderBody } from "./read-draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export function OrderTerms({ body }: { body: OrderBody }) {
  const { takeProfitOnFill, takeProfitsOnFill, stopLossOnFill, trailingStopLossOnFill } = body;
  const lines: readonly (readonly [string, string])[] = [
    ...(body.limitPrice === undefined
      ? []
      : [
          [texts.stopPrice, withMarks(body.price ?? "")] as const,
          [texts.limitPrice, withMarks(body.limitPrice)] as const,
        ]),
    [texts.stop, stopLossOnFill ? withMarks(stopLossOnFill.price) : texts.none],
    ...(takeProfitsOnFill
      ? takeProfitsOnFill.map(
          ({ price, units }, index) =>
            [
              texts.targetPrice(index + 1),
              texts.targetLine(wholeText(Number(units)), withMarks(price)),
            ] as const,
        )
      : [
          [
            texts.target,
            takeProfitOnFill ? withMarks(takeProfitOnFill.price) : texts.none,
          ] as const,
        ]),
    [
      texts.trailing,
      trailingStopLossOnFill
        ? texts.trailingBy(withMarks(trailingStopLossOnFill.distance ?? ""))
        : texts.none,
    ],
    [texts.time, timeText(body)],
  ];
  return (
    <section aria-label={texts.terms}>
      <KeyValues>
        {lines.map(([label, value]) => (
          <KeyValue key={label} label={label}>
            {value}
          </KeyValue>
        ))}
      </KeyValues>
    </section>
  );
}

function timeText({ timeInForce = "FOK", gtdTime }: OrderBody): string {
  if (timeInForce === "GTD" && gtdTime !== undefined)
    return texts.untilTime(fullText(new Date(gtdTime)));
  return texts.times[timeInForce];
}
