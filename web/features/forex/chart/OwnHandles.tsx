/** Handles of the user's lines. Releasing a line sends its new price to the server. */
import { useState } from "react";
import { priceText } from "#market";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { exitProblem } from "../book/exit-problem.ts";
import type { LiveQuote } from "../quotes/live-quote.ts";
import { LineHandles, type LineHandlesProps } from "./LineHandles.tsx";
import type { ChartLine, ShownOrder } from "./lines.ts";
import { chartTexts as texts } from "./strings.ts";
import { useMoveLine } from "./use-move-line.ts";

export function OwnHandles(
  props: Omit<LineHandlesProps, "onSet" | "successor"> & {
    readonly orders: readonly ShownOrder[];
    readonly quote: LiveQuote | undefined;
    /**
     * Called when the move has succeeded or failed, so that the line shows the server's price
     * again.
     */
    readonly onSettled: (line: ChartLine) => void;
  },
) {
  const { orders, quote, onSettled, ...handles } = props;
  const [successor, setSuccessor] = useState<string>();
  const moveLine = useMoveLine(orders, setSuccessor);
  const set = async (line: ChartLine, to: number) => {
    const price = priceText(to, line.instrument);
    const passed = passedBy(line, price, quote);
    if (passed === undefined) await moveLine(line, price);
    else toast({ title: texts.notMovedTitle, description: passed, variant: "destructive" });
    onSettled(line);
  };
  return (
    <LineHandles {...handles} successor={successor} onSet={(line, to) => void set(line, to)} />
  );
}

/** Returns the error text if the market price has already passed this line, otherwise undefined. */
function passedBy(
  { kind, tradeId, units, instrument }: ChartLine,
  price: string,
  quote: LiveQuote | undefined,
): string | undefined {
  if (tradeId === undefined) return undefined;
  const exits = {
    takeProfit: kind === "target" ? price : "",
    stopLoss: kind === "stop" ? price : "",
  };
  return exitProblem({ instrument: instrument.name, units }, exits, quote);
}
