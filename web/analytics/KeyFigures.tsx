/** The three figures of the page: what is there, what was put in, and the difference. */
import { usdPerBtcText } from "../mining/reference/figure-text.ts";
import { fullText } from "../time/time-text.ts";
import { Amount, Usd } from "../ui/Amount.tsx";
import { Plate, Plates } from "../ui/Plates.tsx";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts } from "./strings.ts";

export function KeyFigures({ analytics }: { analytics: Analytics }) {
  const last = analytics.series.at(-1);
  if (last === undefined) return null;
  const hasUsd = last.valueCents !== 0 || last.putInCents !== 0;
  return (
    <Plates label={`On ${dayText(analytics.to)}`} className="md:grid-cols-3">
      <Plate
        label={texts.have}
        foot={
          <>
            {texts.haveFoot}, {dayText(analytics.to)}
            {hasUsd ? (
              <>
                , and <Usd cents={last.valueCents} />
              </>
            ) : null}
          </>
        }
      >
        <span className="figure">
          <Amount sats={last.valueSats} />
        </span>
      </Plate>
      <Plate label={texts.putIn} foot={texts.putInFoot}>
        <span className="figure text-accent">
          <Amount sats={last.putInSats} />
        </span>
      </Plate>
      <Plate
        label={texts.difference}
        foot={
          <>
            {texts.differenceFoot}; USD at {usdPerBtcText(analytics.rateUsdPerBtc)} USD/BTC, the
            reference rate since {fullText(new Date(analytics.rateValidFrom))}
          </>
        }
      >
        <span className="figure">
          <Amount sats={last.valueSats - last.putInSats} isResult />
        </span>
      </Plate>
    </Plates>
  );
}
