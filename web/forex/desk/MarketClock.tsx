/** Whose prices these are, how fresh, and when the market closes or opens. */
import { LiveMark } from "../../ui/LiveMark.tsx";
import { momentText, spanText } from "../../time/time-text.ts";
import { useNow } from "../../time/use-now.ts";
import { quotesHeardAtMs, useAreQuotesStale, type Board } from "../quotes/use-quotes.ts";
import { forexTexts as texts } from "./strings.ts";

export function PriceSource({ board }: { board: Board }) {
  const isStale = useAreQuotesStale();
  if (isStale) return <StaleSince />;
  return (
    <span className="min-w-0 *:whitespace-normal">
      <LiveMark isStale={!board.market.isOpen}>{board.label}</LiveMark>
    </span>
  );
}

function StaleSince() {
  const now = useNow(1000);
  const heardAt = quotesHeardAtMs() ?? now.getTime();
  return <LiveMark isStale>{texts.staleFor(spanText((now.getTime() - heardAt) / 1000))}</LiveMark>;
}

export function marketHoursText({ market }: Board): string {
  return market.isOpen
    ? texts.open(momentText(new Date(market.closesAt)))
    : texts.closed(momentText(new Date(market.opensAt)));
}
