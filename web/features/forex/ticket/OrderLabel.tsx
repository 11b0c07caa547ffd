/** Label of the order button, with the current price: "Buy 20,000 EUR at 1.16848". */
import { priceText } from "#market";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { knownInstrument, pairName } from "../quotes/price-text.ts";
import { useQuote } from "../quotes/use-quotes.ts";
import type { Draft } from "./draft.ts";
import type { Reading } from "./read-draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export function OrderLabel(props: {
  instrument: string;
  draft: Pick<Draft, "side" | "type">;
  reading: Pick<Reading, "units" | "entry">;
}) {
  const { draft, reading } = props;
  const instrument = knownInstrument(props.instrument);
  const quote = useQuote(props.instrument);
  const now = draft.side === "buy" ? quote?.ask : quote?.bid;
  const price = draft.type === "MARKET" ? now : reading.entry;
  if (reading.units === 0 || price === undefined)
    return <>{texts.noUnits(draft.side, pairName(props.instrument))}</>;
  const text = withMarks(priceText(price, instrument));
  return <>{texts.button(draft.side, wholeText(reading.units), instrument.base, text)}</>;
}
