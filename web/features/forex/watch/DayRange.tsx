/** Draws the day's range from lowest to highest mid price, with a mark at the current price. */
import type { CSSProperties } from "react";
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { priceText } from "#market";
import { knownInstrument } from "../quotes/price-text.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
import { watchTexts as texts } from "./strings.ts";

/** Lowest and highest price of the day, as the market's integers. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** If `isBar` is true, the figures are hidden visually but still read by screen readers. */
export function DayRange(props: { quote: LiveQuote; range: Range; isBar?: boolean }) {
  const { quote, range, isBar = false } = props;
  const mid = (quote.bid + quote.ask) / 2;
  // The current price may be outside the range, which was loaded some seconds ago.
  const low = Math.min(range.low, mid);
  const high = Math.max(range.high, mid);
  const at = high === low ? 50 : ((mid - low) / (high - low)) * 100;
  const instrument = knownInstrument(quote.instrument);
  const text = (price: number) => withMarks(priceText(Math.floor(price / 10) * 10, instrument));
  return (
    <span className="flex items-center justify-end gap-2">
      <span className="sr-only">{texts.range(text(low), text(high))}</span>
      {isBar ? null : (
        <span translate="no" className="mono w-[3.2rem] text-right text-2xs text-fg-3" aria-hidden>
          {text(low)}
        </span>
      )}
      <span className="day-range" style={{ "--at": `${at.toFixed(1)}%` } as CSSProperties} />
      {isBar ? null : (
        <span translate="no" className="mono w-[3.2rem] text-left text-2xs text-fg-3" aria-hidden>
          {text(high)}
        </span>
      )}
    </span>
  );
}
