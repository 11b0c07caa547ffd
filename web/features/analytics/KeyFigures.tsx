/**
 * Shows the current value, the contributed amount, and the profit or loss. A projected profit or
 * loss, if there is one, comes first.
 */
import { usdPerBtcText } from "../mining/reference/figure-text.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Plate, Plates } from "../../ui/layout/Plates.tsx";
import { sumOf, type Outlook } from "./outlook.ts";
import type { Analytics } from "./report.ts";
import { dayText } from "./day-text.ts";
import { analyticsTexts as texts } from "./strings.ts";

export function KeyFigures(props: { analytics: Analytics; outlook: Outlook }) {
  const { analytics, outlook } = props;
  const last = analytics.series.at(-1);
  if (last === undefined) return null;
  return (
    <Plates
      label={texts.on(dayText(analytics.to))}
      className={sumOf(outlook) === 0 ? "md:grid-cols-3" : "md:grid-cols-2 xl:grid-cols-4"}
    >
      {sumOf(outlook) === 0 ? null : (
        <Expected soFarSats={last.valueSats - last.putInSats} outlook={outlook} />
      )}
      <Plate
        label={texts.have}
        foot={
          <>
            {texts.haveFoot}, {dayText(analytics.to)}
            {last.deskCents === 0 ? null : (
              <span className="mt-1 block">
                {texts.ofWallet} <Amount sats={last.walletSats} />. {texts.ofDesk}{" "}
                <Amount sats={last.deskSats} />: <Usd cents={last.deskCents} />{" "}
                {texts.rateAt(usdPerBtcText(last.rateUsdPerBtc))}
              </span>
            )}
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
            {texts.differenceFoot};{" "}
            {texts.usdRate(
              usdPerBtcText(analytics.rateUsdPerBtc),
              fullText(new Date(analytics.rateValidFrom)),
            )}
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

/**
 * Shows the projected profit or loss. The current figure alone would be misleading, because running
 * contracts have not paid back their price yet.
 */
function Expected({ soFarSats, outlook }: { soFarSats: number; outlook: Outlook }) {
  const { cloud_mining: toCome, rigs: resale } = outlook;
  return (
    <Plate
      label={texts.expectedResult}
      foot={
        <>
          {texts.soFar} <Amount sats={soFarSats} isSigned />
          {toCome === undefined ? null : (
            <>
              ; {texts.stillToCome} <Amount sats={toCome} isSigned />
            </>
          )}
          {resale === undefined ? null : (
            <>
              ; {texts.resale} <Amount sats={resale} isSigned />
            </>
          )}
        </>
      }
    >
      <span className="figure">
        <Amount sats={soFarSats + sumOf(outlook)} isResult />
      </span>
    </Plate>
  );
}
