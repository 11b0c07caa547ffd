/** Edits the take profit, stop loss and trailing stop of a trade. Sends only changed fields. */
import { useId, useState, type FormEvent } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import type { ForexTrade } from "../account/figures.ts";
import { pairName } from "../quotes/price-text.ts";
import { useQuoteStore } from "../quotes/use-quotes.ts";
import { exitProblem } from "./exit-problem.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { listTexts as texts } from "./list-strings.ts";

export const EXITS = ["takeProfit", "stopLoss", "trailingDistance"] as const;
export type Exit = (typeof EXITS)[number];
type Exits = Readonly<Record<Exit, string>>;

export function useEditedExits(trade: ForexTrade) {
  const formId = useId();
  /**
   * The exits when editing began. Only fields that differ from them are sent, so that an exit that
   * changes elsewhere in the meantime, such as a stop moved on the chart, is not overwritten.
   */
  const [begun, setBegun] = useState<Exits>();
  const [edited, setEdited] = useState<Exits>();
  const [error, setError] = useState<string>();
  const end = () => {
    setEdited(undefined);
    setError(undefined);
  };
  const source = useDeskSource();
  const store = useQuoteStore();
  const change = useChange({
    send: (body: ReturnType<typeof changesOf>) =>
      source.call("changeForexTradeOrders", { params: { tradeId: trade.id }, body }),
    changed: source.changedByOrders,
    onDone() {
      end();
      return { title: texts.exitsTitle, description: texts.exitsText(pairName(trade.instrument)) };
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  return {
    formId,
    edited,
    error,
    isSaving: change.isPending,
    begin: () => {
      setBegun(textsOf(trade));
      setEdited(textsOf(trade));
    },
    end,
    change(next: Exits) {
      setError(undefined);
      setEdited(next);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (begun === undefined || edited === undefined) return;
      const body = changesOf(begun, edited);
      const passed = exitProblem(trade, edited, store.get(trade.instrument));
      if (Object.keys(body).length === 0) end();
      else if (passed !== undefined) setError(passed);
      else if (!change.isPending) change.mutate(body);
    },
  };
}

function textsOf(trade: ForexTrade): Exits {
  return {
    takeProfit: trade.takeProfit ?? "",
    stopLoss: trade.stopLoss ?? "",
    trailingDistance: trade.trailingDistance ?? "",
  };
}

/** Returns the changed exits. An empty field removes its exit. */
function changesOf(was: Exits, edited: Exits) {
  const price = (exit: Exit) => {
    const text = edited[exit].trim();
    return text === "" ? null : { price: text };
  };
  const distance = edited.trailingDistance.trim();
  return {
    ...(edited.takeProfit === was.takeProfit ? {} : { takeProfit: price("takeProfit") }),
    ...(edited.stopLoss === was.stopLoss ? {} : { stopLoss: price("stopLoss") }),
    ...(edited.trailingDistance === was.trailingDistance
      ? {}
      : { trailingStopLoss: distance === "" ? null : { distance } }),
  };
}
