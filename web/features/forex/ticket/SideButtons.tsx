/**
 * Buttons that select the side of the order: sell at the bid or buy at the ask. They show live
 * prices and the spread. One side is always selected.
 */
import { clsx } from "clsx";
import { knownInstrument, pipsText } from "../quotes/price-text.ts";
import { Price } from "../quotes/Price.tsx";
import { useQuote } from "../quotes/use-quotes.ts";
import type { Side } from "./draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export function SideButtons(props: {
  instrument: string;
  side: Side;
  onChange: (side: Side) => void;
}) {
  const quote = useQuote(props.instrument);
  const spread = quote && pipsText(quote.ask - quote.bid, knownInstrument(props.instrument));
  const button = (side: Side, price: number | undefined) => (
    <button
      type="button"
      aria-pressed={props.side === side}
      className={clsx(
        "grid gap-px px-3 py-2 -outline-offset-2! hover:bg-hover",
        side === "buy" ? "text-right" : "text-left",
        props.side === side && "bg-raised shadow-[inset_0_-2px_0_var(--accent-line)]",
      )}
      onClick={() => props.onChange(side)}
    >
      <span className="text-xs text-fg-2">{side === "buy" ? texts.buy : texts.sell}</span>
      <span className="live-value text-[1.125rem]">
        <Price of={props.instrument} at={price} />
      </span>
    </button>
  );
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] overflow-hidden rounded-md border border-line-control">
      {button("sell", quote?.bid)}
      <span
        translate="no"
        className="mono grid min-w-12 place-items-center border-x border-line-strong px-2 text-center text-2xs text-fg-2"
      >
        <span>
          {spread ?? texts.unknown}
          <br />
          {texts.pips}
        </span>
      </span>
      {button("buy", quote?.ask)}
    </div>
  );
}
