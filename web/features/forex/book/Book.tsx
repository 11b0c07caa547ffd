/** Lists positions, orders and history, each with a CSV download. */
import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import type { AlertStart } from "../alerts/AlertDialog.tsx";
import type { Desk } from "../account/use-desk.ts";
import { SeasonContext } from "../seasons/season-context.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { LISTS, ORDER_STATES, type ForexView } from "../view/forex-search.ts";
import type { ChangeView } from "../view/use-forex-view.ts";
import type { Open } from "./use-is-another.ts";
import { CsvButton } from "./CsvButton.tsx";
import type { List } from "./save-list.ts";
import { bookTexts as texts } from "./strings.ts";
import { useEvents, useOrders } from "./use-lists.ts";
import { useQuery } from "@tanstack/react-query";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { SkeletonLines } from "../../../ui/loading/Skeleton.tsx";
import type { PositionsProps } from "./OpenPositions.tsx";

const REFETCH_MS = 5_000;
const LINES = 3;

const OpenPositions = lazy(async () => ({
  default: (await import("./OpenPositions.tsx")).OpenPositions,
}));
const OrdersList = lazy(async () => ({ default: (await import("./OrdersList.tsx")).OrdersList }));
const OrderMail = lazy(async () => ({ default: (await import("./OrderMail.tsx")).OrderMail }));
const Analysis = lazy(async () => ({
  default: (await import("../analysis/Analysis.tsx")).Analysis,
}));
const AlertsList = lazy(async () => ({
  default: (await import("../alerts/AlertsList.tsx")).AlertsList,
}));
const History = lazy(async () => ({ default: (await import("./History.tsx")).History }));

const Journal = lazy(async () => ({ default: (await import("../journal/Journal.tsx")).Journal }));

/** Placeholder with the size that `Loaded` shows, so that the list does not move in between. */
function ListSkeleton() {
  return (
    <div className="px-5 py-4 max-md:px-4">
      <SkeletonLines count={LINES} />
    </div>
  );
}

interface BookProps {
  readonly view: ForexView;
  readonly onView: ChangeView;
  readonly desk: Desk;
  readonly onClose: (open: Open) => void;
  readonly onReverse: (open: Open) => void;
  readonly onCloseAll: () => void;
  readonly onAlert: (start: AlertStart) => void;
}

export function Book(props: BookProps) {
  const { view, onView } = props;
  const shown = useMemo(
    () => ({ season: view.season, setSeason: (season: string) => onView({ season }) }),
    [view.season, onView],
  );
  return (
    <SeasonContext value={shown}>
      <ShownList {...props} />
    </SeasonContext>
  );
}

function ShownList(props: BookProps) {
  const { replayId } = useDeskSource();
  const { list } = props.view;
  if (list === "analysis")
    return (
      <Frame {...props} file={{ name: "analysis" }}>
        <Suspense fallback={<ListSkeleton />}>
          <Analysis />
        </Suspense>
      </Frame>
    );
  if (list === "orders") return <Orders {...props} />;
  if (list === "journal") return <JournalList {...props} />;
  if (list === "alerts" && replayId === undefined) return <Alerts {...props} />;
  return props.view.list === "history" ? <Events {...props} /> : <Positions {...props} />;
}

function Positions(props: BookProps) {
  const { desk } = props;
  const isSome = (desk.trades.data?.items.length ?? 0) > 0;
  return (
    <Frame
      {...props}
      file={isSome ? { name: "trades" } : undefined}
      action={isSome ? <CloseAllButton onCloseAll={props.onCloseAll} /> : undefined}
    >
      <PositionsList desk={desk} onClose={props.onClose} onReverse={props.onReverse} />
    </Frame>
  );
}

function PositionsList(props: PositionsProps) {
  const source = useDeskSource();
  const positions = useQuery({
    ...source.query("listForexPositions"),
    refetchInterval: REFETCH_MS,
  });
  return (
    <Loaded query={positions} isFlush lines={LINES} still={texts.still}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={texts.noPositionsTitle}>{texts.noPositions}</Empty>
        ) : (
          <Suspense fallback={<ListSkeleton />}>
            <OpenPositions {...props} items={items} />
          </Suspense>
        )
      }
    </Loaded>
  );
}

function CloseAllButton({ onCloseAll }: Pick<BookProps, "onCloseAll">) {
  return (
    <Button size="small" onClick={onCloseAll}>
      {texts.closeAll}
    </Button>
  );
}

function Orders(props: BookProps) {
  const { state } = props.view;
  const { replayId } = useDeskSource();
  const orders = useOrders(state);
  const isSome = (orders.data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <Frame {...props} file={isSome ? { name: "orders", state } : undefined}>
      <div className="border-b border-line px-5 py-2.5 max-md:px-4">
        <Segments
          label={texts.state}
          value={state}
          onChange={(next) => props.onView({ state: next })}
          options={ORDER_STATES.map((value) => ({ value, label: texts.states[value] }))}
        />
      </div>
      <Suspense fallback={<ListSkeleton />}>
        <OrdersList orders={orders} isPending={state === "PENDING"} />
        {replayId === undefined ? <OrderMail /> : null}
      </Suspense>
    </Frame>
  );
}

function Events(props: BookProps) {
  const events = useEvents();
  const isSome = (events.data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <Frame {...props} file={isSome ? { name: "history" } : undefined}>
      <Suspense fallback={<ListSkeleton />}>
        <History events={events} />
      </Suspense>
    </Frame>
  );
}

function JournalList(props: BookProps) {
  return (
    <Frame {...props} file={undefined}>
      <Suspense fallback={<ListSkeleton />}>
        <Journal />
      </Suspense>
    </Frame>
  );
}

function Alerts(props: BookProps) {
  return (
    <Frame {...props} file={undefined}>
      <Suspense fallback={<ListSkeleton />}>
        <AlertsList instrument={props.view.instrument} onAlert={props.onAlert} />
      </Suspense>
    </Frame>
  );
}

function Frame(
  props: BookProps & { file: List | undefined; action?: ReactNode; children: ReactNode },
) {
  const { view, onView, desk, file, action } = props;
  const { openTradeCount = 0, pendingOrderCount = 0 } = desk.account ?? {};
  const counts = {
    positions: openTradeCount,
    orders: pendingOrderCount,
    history: 0,
    analysis: 0,
    journal: 0,
    alerts: 0,
  };
  // Replays have no alerts.
  const { replayId } = useDeskSource();
  const lists = replayId === undefined ? LISTS : LISTS.filter((name) => name !== "alerts");
  const switcher = (
    <Segments
      label={texts.list}
      isRow
      value={view.list}
      onChange={(list) => onView({ list })}
      options={lists.map((value) => ({
        value,
        label: (
          <>
            {texts.lists[value]}
            {/* The space is reserved, so that the tabs do not move when the counts arrive. */}
            {value === "positions" || value === "orders" ? (
              <span className="inline-block min-w-[1ch] text-xs text-fg-2">
                {counts[value] === 0 ? "" : counts[value]}
              </span>
            ) : null}
          </>
        ),
      }))}
    />
  );
  return (
    <section className="desk-book" aria-label={texts.lists[view.list]}>
      <Panel isFlush>
        <div className="flex min-h-12 items-center gap-x-4 gap-y-2 border-b border-line py-2 pr-4 pl-5 max-md:flex-wrap max-md:px-4">
          <div className="min-w-0 max-md:w-full">{switcher}</div>
          <div className="ml-auto flex min-h-7 flex-none items-center gap-2.5">
            {action}
            {file === undefined ? null : <CsvButton list={file} />}
          </div>
        </div>
        {props.children}
      </Panel>
    </section>
  );
}
