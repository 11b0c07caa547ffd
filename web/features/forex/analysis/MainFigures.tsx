/** The main figures of the analysis, each with its 95 % interval and its working. */
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Plate, Plates } from "../../../ui/layout/Plates.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { dayText } from "./day-text.ts";
import {
  centsInterval,
  intervalText,
  percentText,
  ratioText,
  signedRatioText,
  type AnalysisAnswer,
} from "./figure-text.ts";
import { analysisTexts as texts } from "./strings.ts";
import { FiguresWorking } from "./Working.tsx";

const FRAME = "rounded-none! border-x-0! border-t-0! grid-cols-2 md:grid-cols-4";

export function MainFigures({ answer }: { answer: AnalysisAnswer }) {
  const { figures, equity, tradesMin } = answer;
  const { n, expectancy, expectancyR, winRate, profitFactor, payoff, costShare } = figures;
  const { largest } = equity;
  const isGrey = n < tradesMin;
  const names = texts.figures;
  const share = (one: typeof winRate) => intervalText(one, percentText);
  const ratio = (one: typeof winRate) => intervalText(one, ratioText);
  return (
    <>
      <Plates label={texts.main} className={FRAME}>
        <One
          label={names.result}
          foot={texts.wonLost(wholeText(figures.wins), wholeText(figures.losses))}
        >
          <Usd cents={figures.resultCents} isSigned isResult hasUnit={false} />
        </One>
        <One label={names.expectancy} foot={centsInterval(expectancy)} isGrey={isGrey}>
          {expectancy.cents === null ? (
            texts.none
          ) : (
            <Usd cents={expectancy.cents} isSigned isResult={!isGrey} hasUnit={false} />
          )}
        </One>
        <One
          label={names.expectancyR}
          foot={joined(
            intervalText(expectancyR, signedRatioText),
            texts.withStop(wholeText(expectancyR.n)),
          )}
          isGrey={expectancyR.n < tradesMin}
        >
          {signedRatioText(expectancyR.value)}
        </One>
        <One label={names.winRate} foot={share(winRate)} isGrey={isGrey}>
          {percentText(winRate.value)}
        </One>
        <One label={names.profitFactor} foot={ratio(profitFactor)} isGrey={isGrey}>
          {ratioText(profitFactor.value)}
        </One>
        <One label={names.payoff} foot={ratio(payoff)} isGrey={isGrey}>
          {ratioText(payoff.value)}
        </One>
        <One
          label={names.drawdown}
          foot={
            largest === null
              ? texts.noDrawdown
              : joined(
                  largest.share === null ? undefined : percentText(largest.share),
                  texts.drawdownDays(
                    largest.fromDay === null ? texts.start : dayText(largest.fromDay),
                    dayText(largest.lowDay),
                  ),
                )
          }
        >
          <Usd cents={-(largest?.cents ?? 0)} isSigned hasUnit={false} />
        </One>
        <One label={names.costShare} foot={share(costShare)} isGrey={isGrey}>
          {percentText(costShare.value)}
        </One>
      </Plates>
      <div className="flex justify-end border-b border-line px-3 py-1.5">
        <FiguresWorking figures={figures} equity={equity} />
      </div>
    </>
  );
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" · ");
}

function One(props: {
  label: string;
  foot: string | undefined;
  isGrey?: boolean;
  children: ReactNode;
}) {
  const { isGrey = false } = props;
  return (
    <Plate
      label={props.label}
      foot={
        <>
          {props.foot ?? texts.noInterval}
          {isGrey ? <span className="block">{texts.tooFew}</span> : null}
        </>
      }
    >
      <span className={clsx("text-md font-[550]", isGrey && "text-fg-3")}>{props.children}</span>
    </Plate>
  );
}
