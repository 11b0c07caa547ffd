/** /forex: account, instruments, ticket, and what is open, on live prices. */
import { useCallback } from "react";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { AccountStrip } from "./account/AccountStrip.tsx";
import { useDesk } from "./account/use-desk.ts";
import { marketHoursText, PriceSource } from "./MarketClock.tsx";
import { useQuoteFeed } from "./quotes/use-quotes.ts";
import { forexTexts as texts } from "./strings.ts";
import { useForexView } from "./view/use-forex-view.ts";
import { Watchlist } from "./watch/Watchlist.tsx";

export function ForexPage() {
  const board = useQuoteFeed();
  const desk = useDesk();
  const [view, change] = useForexView();
  const choose = useCallback((instrument: string) => change({ instrument }), [change]);
  return (
    <>
      <PageHead
        title={texts.title}
        end={board.data === undefined ? undefined : <PriceSource board={board.data} />}
      >
        {texts.lead}
      </PageHead>
      <Loaded query={desk.account} lines={2} still={texts.still}>
        {(account) => <AccountStrip desk={desk} account={account} />}
      </Loaded>
      <Loaded query={board} lines={12} still={texts.still}>
        {(data) => (
          <div className="desk">
            <Watchlist
              board={data}
              chosen={view.instrument}
              onChoose={choose}
              foot={`${marketHoursText(data)}. ${data.label}.`}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
