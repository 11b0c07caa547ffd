/** /forex: account, instruments, ticket, and what is open, on live prices. */
import { ArrowLeftRight } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Panel } from "../ui/Panel.tsx";
import { AccountStrip } from "./account/AccountStrip.tsx";
import { FundsDialog, type Direction } from "./account/FundsDialog.tsx";
import { FundsEmpty } from "./account/FundsEmpty.tsx";
import type { ForexAccount } from "./account/live-account.ts";
import { fundsTexts } from "./account/strings.ts";
import { useDesk } from "./account/use-desk.ts";
import { marketHoursText, PriceSource } from "./MarketClock.tsx";
import { useQuoteFeed } from "./quotes/use-quotes.ts";
import { forexTexts as texts } from "./strings.ts";
import { Ticket } from "./ticket/Ticket.tsx";
import { useDraft } from "./ticket/use-ticket.ts";
import { useForexView } from "./view/use-forex-view.ts";
import { Watchlist } from "./watch/Watchlist.tsx";

export function ForexPage() {
  const board = useQuoteFeed();
  const desk = useDesk();
  const [view, change] = useForexView();
  const choose = useCallback((instrument: string) => change({ instrument }), [change]);
  const state = useDraft(view.instrument);
  const [funds, setFunds] = useState<Direction>();
  const account = desk.account.data;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            {board.data === undefined ? null : <PriceSource board={board.data} />}
            <Button
              size="small"
              onClick={() => setFunds(account && isEmpty(account) ? "bring" : "back")}
            >
              <ArrowLeftRight className="size-4" strokeWidth={1.5} aria-hidden />
              {fundsTexts.button}
            </Button>
          </>
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={desk.account} lines={2} still={texts.still}>
        {(loaded) => (
          <>
            <AccountStrip desk={desk} account={loaded} />
            {funds === undefined ? null : (
              <FundsDialog account={loaded} first={funds} onClose={() => setFunds(undefined)} />
            )}
          </>
        )}
      </Loaded>
      <Loaded query={board} lines={12} still={texts.still}>
        {(data) => (
          <div className="desk">
            <Watchlist
              board={data}
              chosen={view.instrument}
              onChoose={choose}
              foot={`${marketHoursText(data)}. ${data.label}`}
            />
            {account === undefined ? null : isEmpty(account) ? (
              <Panel isFlush>
                <FundsEmpty onBring={() => setFunds("bring")} />
              </Panel>
            ) : (
              <Ticket board={data} instrument={view.instrument} account={account} state={state} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function isEmpty({ balanceCents, openTradeCount }: ForexAccount): boolean {
  return balanceCents === 0 && openTradeCount === 0;
}
