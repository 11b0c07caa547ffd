/** /forex: account, instruments, ticket, and what is open, on live prices. */
import { ArrowLeftRight } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Segments } from "../ui/Segments.tsx";
import { toast } from "../ui/toast-store.ts";
import { AccountStrip } from "./account/AccountStrip.tsx";
import { FundsDialog, type Direction } from "./account/FundsDialog.tsx";
import { FundsEmpty } from "./account/FundsEmpty.tsx";
import type { ForexAccount } from "./account/live-account.ts";
import { fundsTexts } from "./account/strings.ts";
import { useDesk } from "./account/use-desk.ts";
import { Book } from "./book/Book.tsx";
import { CloseDialog, type Open } from "./book/CloseDialog.tsx";
import { ReverseDialog } from "./book/ReverseDialog.tsx";
import { InstrumentPanel } from "./instrument/InstrumentPanel.tsx";
import { marketHoursText, PriceSource } from "./MarketClock.tsx";
import { pairName } from "./quotes/price-text.ts";
import { useQuoteFeed } from "./quotes/use-quotes.ts";
import { forexTexts as texts } from "./strings.ts";
import { Ticket } from "./ticket/Ticket.tsx";
import { useDraft } from "./ticket/use-ticket.ts";
import { PARTS } from "./view/forex-search.ts";
import { useForexView } from "./view/use-forex-view.ts";
import { useForexKeys } from "./use-forex-keys.ts";
import { Watchlist } from "./watch/Watchlist.tsx";

export function ForexPage() {
  const board = useQuoteFeed();
  const desk = useDesk();
  const [view, change] = useForexView();
  const choose = useCallback(
    (instrument: string) => change({ instrument, part: "trade" }),
    [change],
  );
  const state = useDraft(view.instrument);
  const [closing, setClosing] = useState<Open>();
  const [reversing, setReversing] = useState<Open>();
  const [funds, setFunds] = useState<Direction>();
  const account = desk.account.data;
  const moveFunds = useCallback(
    () => setFunds(account && isEmpty(account) ? "bring" : "back"),
    [account],
  );
  const { instrument } = view;
  const open = desk.trades.data?.items;
  const closeInFront = useCallback(() => {
    const units = open
      ?.filter((trade) => trade.instrument === instrument)
      .reduce((sum, trade) => sum + trade.units, 0);
    if (units) setClosing({ instrument, units });
    else
      toast({
        title: texts.nothingOpenTitle,
        description: texts.nothingOpen(pairName(instrument)),
      });
  }, [open, instrument]);
  useForexKeys({ state, onView: change, onClose: closeInFront, onFunds: moveFunds });
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <>
            {board.data === undefined ? null : <PriceSource board={board.data} />}
            <Button size="small" onClick={moveFunds}>
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
      <div className="mb-4 md:hidden">
        <Segments
          label={texts.parts}
          isFull
          value={view.part}
          onChange={(part) => change({ part })}
          options={PARTS.map((value) => ({ value, label: texts.partNames[value] }))}
        />
      </div>
      <Loaded query={board} lines={12} still={texts.still}>
        {(data) => (
          <div className="desk" data-part={view.part}>
            <InstrumentPanel
              instrument={instrument}
              timeframe={view.timeframe}
              onTimeframe={(timeframe) => change({ timeframe })}
            />
            <Watchlist
              board={data}
              chosen={view.instrument}
              onChoose={choose}
              foot={`${marketHoursText(data)}. ${data.label}`}
            />
            {account === undefined ? null : isEmpty(account) ? (
              <Panel isFlush className="desk-ticket">
                <FundsEmpty onBring={() => setFunds("bring")} />
              </Panel>
            ) : (
              <Ticket board={data} instrument={view.instrument} account={account} state={state} />
            )}
            <Book
              view={view}
              onView={change}
              desk={desk}
              label={data.label}
              onClose={setClosing}
              onReverse={setReversing}
            />
          </div>
        )}
      </Loaded>
      {closing === undefined ? null : (
        <CloseDialog open={closing} onClose={() => setClosing(undefined)} />
      )}
      {reversing === undefined ? null : (
        <ReverseDialog open={reversing} onClose={() => setReversing(undefined)} />
      )}
    </>
  );
}

function isEmpty({ balanceCents, openTradeCount }: ForexAccount): boolean {
  return balanceCents === 0 && openTradeCount === 0;
}
