/** One of the desk's charts, with the prices and orders of its instrument. */
import { useMemo, type ReactNode } from "react";
import type { Granularity } from "#market";
import { useQuote } from "../quotes/use-quotes.ts";
import type { Layout } from "../view/chart-layout.ts";
import type { DrawingDesk } from "./drawings/drawing-desk.ts";
import { ForexChart } from "./ForexChart.tsx";
import type { LineDesk, ShownTrade } from "./lines.ts";
import type { ChartLink } from "./link.ts";
import { usePendingOrders } from "./use-pending-orders.ts";

export function ChartPane(props: {
  /** Id of the chart in the link. */
  id: string;
  instrument: string;
  timeframe: Granularity;
  layout: Layout;
  head?: ReactNode;
  trades: readonly ShownTrade[];
  desk: LineDesk | undefined;
  drawingDesk: DrawingDesk;
  link: ChartLink;
}) {
  const { id, instrument, timeframe, layout, link } = props;
  const quote = useQuote(instrument);
  const orders = usePendingOrders(instrument);
  const place = useMemo(() => ({ id, link }), [id, link]);
  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      {props.head}
      <ForexChart
        instrument={instrument}
        timeframe={timeframe}
        quote={quote}
        trades={props.trades}
        orders={orders}
        desk={props.desk}
        drawingDesk={props.drawingDesk}
        layout={layout}
        place={place}
      />
    </div>
  );
}
