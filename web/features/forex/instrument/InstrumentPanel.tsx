/** Shows the selected instrument: price, change today, and the timeframe's current candle. */
import { clsx } from "clsx";
import { BellPlus } from "lucide-react";
import type { ReactNode } from "react";
import { priceText } from "#market";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { dayChange, knownInstrument, pairName } from "../quotes/price-text.ts";
import { Price } from "../quotes/Price.tsx";
import { useQuote, useQuotesEvery } from "../quotes/use-quotes.ts";
import type { Timeframe } from "../view/forex-search.ts";
import { RunningCandle } from "./RunningCandle.tsx";
import { TimeframeChoice } from "./TimeframeChoice.tsx";
import { instrumentTexts as texts } from "./strings.ts";

const SPOKEN_EVERY_MS = 20_000;

/** Announces the price to screen readers, slowly enough for listeners to follow. */
function SpokenPrice({ instrument }: { instrument: string }) {
  const quote = useQuotesEvery(SPOKEN_EVERY_MS).get(instrument);
  const details = knownInstrument(instrument);
  return (
    <output className="sr-only">
      {quote === undefined
        ? ""
        : texts.spoken(
            pairName(instrument),
            withMarks(priceText(quote.bid, details)),
            withMarks(priceText(quote.ask, details)),
          )}
    </output>
  );
}

export function InstrumentPanel(props: {
  instrument: string;
  timeframe: Timeframe;
  onTimeframe: (timeframe: Timeframe) => void;
  /** Opens the form of a new alert. Absent in a replay. */
  onAlert?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { instrument, timeframe } = props;
  const pair = pairName(instrument);
  return (
    <section
      className="desk-chart flex flex-col rounded-lg border border-line bg-surface"
      aria-label={pair}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 pr-3 pl-5 max-md:px-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3.5">
          <h2 className="text-lg font-semibold tracking-[-0.015em]">{pair}</h2>
          <PriceNow instrument={instrument} />
        </div>
        {props.onAlert === undefined ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.alertLabel(pair)}
            onClick={props.onAlert}
          >
            <BellPlus className="size-4" strokeWidth={1.5} aria-hidden />
            {texts.alert}
          </Button>
        )}
        <TimeframeChoice value={timeframe} onChange={props.onTimeframe} />
      </div>
      <div className="border-t border-line px-5 py-2 max-md:px-4">
        <RunningCandle instrument={instrument} timeframe={timeframe} />
      </div>
      {props.children}
      <SpokenPrice instrument={instrument} />
    </section>
  );
}

function PriceNow({ instrument }: { instrument: string }) {
  const quote = useQuote(instrument);
  const change = quote && dayChange(quote);
  const details = knownInstrument(instrument);
  const mid = quote && Math.floor((quote.bid + quote.ask) / 2);
  const moved = quote?.dayOpen === undefined || mid === undefined ? 0 : mid - quote.dayOpen;
  const size = Math.abs(moved) - (Math.abs(moved) % 10);
  return (
    <>
      <Price of={instrument} at={mid} className="live-value text-lg" />
      {change === undefined ? null : (
        <span
          className={clsx(
            "live-value text-sm whitespace-nowrap",
            change.hundredths > 0 && "text-up",
            change.hundredths < 0 && "text-down",
          )}
        >
          {moved < 0 ? "\u2212" : "+"}
          {withMarks(priceText(size, details))} &nbsp;{change.text} %
        </span>
      )}
    </>
  );
}
