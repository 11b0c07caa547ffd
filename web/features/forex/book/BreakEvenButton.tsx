/** Moves a trade's stop loss to the price at which closing is not a loss. */
import { withMarks } from "../../../ui/preferences/number-marks.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { ForexTrade } from "../account/figures.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { listTexts as texts } from "./list-strings.ts";

export function BreakEvenButton({ trade }: { trade: ForexTrade }) {
  const source = useDeskSource();
  const pair = pairName(trade.instrument);
  const move = useChange({
    send: () =>
      source.call("changeForexTradeOrders", {
        params: { tradeId: trade.id },
        body: { breakEven: true },
      }),
    changed: source.changedByOrders,
    onDone({ orders }) {
      const stop = orders.find(({ type }) => type === "STOP_LOSS");
      return {
        title: texts.breakEvenTitle,
        description: texts.breakEvenText(pair, withMarks(stop?.price ?? "")),
      };
    },
  });
  return (
    <Button
      size="small"
      variant="quiet"
      title={texts.breakEvenHint}
      aria-label={texts.breakEvenLabel(pair, trade.price)}
      isBusy={move.isPending}
      busyLabel={texts.saving}
      onClick={() => move.mutate()}
    >
      {texts.breakEven}
    </Button>
  );
}
