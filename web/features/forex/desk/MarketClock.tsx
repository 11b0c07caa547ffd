/** Shows the source and age of the prices, and when the market closes or opens. */
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { LiveMark } from "../../../ui/loading/LiveMark.tsx";
import { momentText, spanText } from "../../../ui/time/time-text.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { announcementNames } from "../quotes/announcement-names.ts";
import { quotesReceivedAtMs, useAreQuotesStale } from "../quotes/use-quotes.ts";
import { forexTexts as texts } from "./strings.ts";

/**
 * Shows the price source. Space for it is reserved before the data has loaded, so that the layout
 * does not shift.
 */
export function PriceSource({ board }: { board: LiveBoard | undefined }) {
  const isStale = useAreQuotesStale();
  return (
    <div className="grid min-h-10 min-w-0 content-center gap-0.5 max-md:min-h-16 max-md:w-full md:justify-items-end lg:min-w-[280px]">
      {board === undefined ? null : (
        <>
          <span className="min-w-0 *:whitespace-normal">
            {isStale ? (
              <StaleSince />
            ) : (
              <LiveMark isStale={!board.market.isOpen}>{board.label}</LiveMark>
            )}
          </span>
          <span className="text-xs text-fg-2">
            {marketHoursText(board)}
            {/* On tablets, a longer line would push the order button below the fold. */}
            <span className="md:max-lg:hidden">{announcementText(board)}</span>
          </span>
        </>
      )}
    </div>
  );
}

function StaleSince() {
  const now = useNow(1000);
  const receivedAt = quotesReceivedAtMs() ?? now.getTime();
  return (
    <LiveMark isStale>{texts.staleFor(spanText((now.getTime() - receivedAt) / 1000))}</LiveMark>
  );
}

type LiveBoard = ApiAnswer<"getQuotes">;

function announcementText({ announcement }: LiveBoard): string {
  if (announcement === null) return "";
  const name = announcementNames[announcement.name];
  return ` · ${texts.announced(name, momentText(new Date(announcement.time)))}`;
}

function marketHoursText({ market }: LiveBoard): string {
  return market.isOpen
    ? texts.open(momentText(new Date(market.closesAt)))
    : texts.closed(momentText(new Date(market.opensAt)));
}
