/** The price for who hears the page: politely, and not more often than one can listen to. */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { priceText } from "#market";
import { knownInstrument, pairName } from "../quotes/price-text.ts";
import { useQuotesEvery } from "../quotes/use-quotes.ts";
import { instrumentTexts as texts } from "./strings.ts";

const SPOKEN_EVERY_MS = 20_000;

export function SpokenPrice({ instrument }: { instrument: string }) {
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
