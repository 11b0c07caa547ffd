/**
 * The account, instruments, chart, ticket and lists of the desk. Used by the live desk and by
 * replays.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { AccountStrip } from "../account/AccountStrip.tsx";
import type { Desk } from "../account/use-desk.ts";
import type { AlertStart } from "../alerts/AlertDialog.tsx";
import { Book } from "../book/Book.tsx";
import type { Open } from "../book/use-is-another.ts";
import { useFillNotices } from "../book/use-fill-notices.ts";
import { DeskChart } from "../chart/DeskChart.tsx";
import { InstrumentPanel } from "../instrument/InstrumentPanel.tsx";
import type { Board } from "../quotes/live-quote.ts";
import { useAreQuotesStale } from "../quotes/use-quotes.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { forexTexts as texts } from "./strings.ts";
import { Ticket } from "../ticket/Ticket.tsx";
import { useDraft } from "../ticket/use-draft.ts";
import { PARTS } from "../view/forex-search.ts";
import { useForexView } from "../view/use-forex-view.ts";
import { useCloseAll } from "./use-close-all.ts";
import { useCloseInFront } from "./use-close-in-front.ts";
import { useForexKeys } from "./use-forex-keys.ts";
import { Watchlist } from "../watch/Watchlist.tsx";

const AlertDialog = lazy(async () => ({
  default: (await import("../alerts/AlertDialog.tsx")).AlertDialog,
}));
const CloseDialog = lazy(async () => ({
  default: (await import("../book/CloseDialog.tsx")).CloseDialog,
}));
const ReverseDialog = lazy(async () => ({
  default: (await import("../book/ReverseDialog.tsx")).ReverseDialog,
}));
const CloseAllDialog = lazy(async () => ({
  default: (await import("../book/CloseAllDialog.tsx")).CloseAllDialog,
}));

export function DeskBody(props: {
  board: UseQueryResult<Board>;
  desk: Desk;
  onFunds?: () => void;
  instead?: ReactNode;
}) {
  const { board, desk } = props;
  const isStale = useAreQuotesStale();
  const [view, change] = useForexView();
  const choose = useCallback(
    (instrument: string) => change({ instrument, part: "trade" }),
    [change],
  );
  const state = useDraft(view.instrument);
  const [closing, setClosing] = useState<Open>();
  const [reversing, setReversing] = useState<Open>();
  const [alerting, setAlerting] = useState<AlertStart>();
  const { replayId } = useDeskSource();
  const { account } = desk;
  useFillNotices(account?.lastTransactionId);
  const { instrument } = view;
  const closeInFront = useCloseInFront(instrument, setClosing);
  // Chart and ticket both wait for the account, because the ticket changes the chart's height. If
  // the account cannot be loaded, the chart is shown without the ticket.
  const isShown = account !== undefined || desk.query.failureReason !== null;
  // A deferred value lets React render the desk in slices, so that it can handle clicks in between.
  const shown = useDeferredValue(isShown ? board.data : undefined);
  const closeAll = useCloseAll();
  // Replays have no alerts.
  const alert = replayId === undefined ? setAlerting : undefined;
  const onAlert = useMemo(() => alert && (() => alert({ instrument })), [alert, instrument]);
  const alertFor = useMemo(() => alert && ((of: string) => alert({ instrument: of })), [alert]);
  useForexKeys({
    state,
    onView: change,
    onClose: closeInFront,
    onCloseAll: closeAll.open,
    onFunds: props.onFunds,
    onAlert,
  });
  return (
    <div data-prices={isStale ? "stale" : "live"}>
      <Loaded query={{ ...desk.query, data: account }} lines={2} still={texts.still}>
        {(loaded) => <AccountStrip desk={desk} account={loaded} />}
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
      <Loaded query={{ ...board, data: shown }} lines={12} still={texts.still}>
        {(data) => (
          <div className="desk" data-part={view.part}>
            <InstrumentPanel
              instrument={instrument}
              timeframe={view.timeframe}
              onTimeframe={(timeframe) => change({ timeframe })}
              onAlert={onAlert}
            >
              <DeskChart
                instrument={instrument}
                timeframe={view.timeframe}
                desk={desk}
                onAlert={alert}
              />
            </InstrumentPanel>
            <Watchlist
              board={data}
              chosen={view.instrument}
              onChoose={choose}
              onAlert={alertFor}
              foot={data.label}
            />
            {props.instead === undefined ? (
              account && (
                <Ticket board={data} instrument={view.instrument} account={account} state={state} />
              )
            ) : (
              <Panel isFlush className="desk-ticket">
                {props.instead}
              </Panel>
            )}
            <Book
              view={view}
              onView={change}
              desk={desk}
              onClose={setClosing}
              onReverse={setReversing}
              onCloseAll={closeAll.open}
              onAlert={setAlerting}
            />
          </div>
        )}
      </Loaded>
      <Suspense>
        {alerting === undefined ? null : (
          <AlertDialog start={alerting} onClose={() => setAlerting(undefined)} />
        )}
        {closing === undefined ? null : (
          <CloseDialog open={closing} onClose={() => setClosing(undefined)} />
        )}
        {closeAll.positions === undefined ? null : (
          <CloseAllDialog positions={closeAll.positions} onClose={closeAll.close} />
        )}
        {reversing === undefined ? null : (
          <ReverseDialog open={reversing} onClose={() => setReversing(undefined)} />
        )}
      </Suspense>
    </div>
  );
}
