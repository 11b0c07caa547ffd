/**
 * The profit accelerator rents additional hash rate for 24 hours. Cost and expected profit or loss
 * are shown above the button. The user must confirm an expected loss in a dialog.
 */
import { useState } from "react";
import { boostLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { thsFigure } from "../mining/reference/figure-text.ts";
import { boostQuote, type BoostQuote, type Mining } from "../mining/reference/reference-terms.ts";
import { withMarks } from "../../ui/preferences/number-marks.ts";
import { useShownUnit } from "../../ui/preferences/unit.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Slider } from "../../ui/controls/Slider.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { boostReason } from "./boost-reason.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function Accelerator(props: {
  mining: Mining;
  availableSats: number | undefined;
  multiplier: number;
  onMultiplier: (multiplier: number) => void;
}) {
  const { mining, multiplier } = props;
  const now = useNow(30_000);
  const [isAsking, setIsAsking] = useState(false);
  const quote = boostQuote(mining, multiplier);
  const activate = useChange({
    send: () =>
      api("buyBoost", {
        body: { multiplier: multiplier.toFixed(1), priceSats: Number(quote?.costSats ?? 0n) },
      }),
    changed: ["getMining", "getWallet", "getMe", "listEvents"],
    onDone({ rentedThs }) {
      setIsAsking(false);
      return { title: texts.boostedTitle, description: texts.boostedText(thsFigure(rentedThs)) };
    },
  });
  const isLoss = quote === undefined || quote.resultCents < 0n;
  return (
    <Panel
      title={texts.accelerator}
      end={<span className="text-xs text-fg-3">{texts.oneAtATime}</span>}
    >
      <Slider
        label={texts.boost}
        min={boostLimits.min}
        max={boostLimits.max}
        step={boostLimits.step}
        value={multiplier}
        valueText={`${withMarks(multiplier.toFixed(1))}x`}
        ticks={["1x", "2x", "3x"]}
        onChange={props.onMultiplier}
      />
      <div className="my-3.5">
        <BoostFigures quote={quote} />
      </div>
      <Button
        isBlock
        variant={isLoss ? "default" : "primary"}
        isBusy={activate.isPending}
        busyLabel={texts.activating}
        disabledReason={boostReason(mining, quote?.costSats, props.availableSats, now)}
        onClick={() => (isLoss ? setIsAsking(true) : activate.mutate())}
      >
        {texts.activate}
      </Button>
      {mining.isMining || quote === undefined ? null : (
        <p className="mt-2 text-xs text-fg-2">{texts.miningOffHint}</p>
      )}
      <Dialog
        title={texts.boostLossTitle}
        isOpen={isAsking}
        isBusy={activate.isPending}
        onClose={() => setIsAsking(false)}
        cancel={texts.boostCancel}
        actions={
          <Button
            isBusy={activate.isPending}
            busyLabel={texts.activating}
            onClick={() => activate.mutate()}
          >
            {texts.activate}
          </Button>
        }
      >
        <p className="text-sm">{texts.boostLossText}</p>
        <BoostFigures quote={quote} />
      </Dialog>
    </Panel>
  );
}

function BoostFigures({ quote }: { quote: BoostQuote | undefined }) {
  const unit = useShownUnit();
  return (
    <KeyValues>
      <KeyValue label={texts.rents}>
        {texts.rentsFor(thsFigure(quote?.rentedThs ?? "0"), boostLimits.hours)}
      </KeyValue>
      <KeyValue label={texts.costs}>
        <Amount sats={quote?.costSats ?? 0n} />
      </KeyValue>
      <KeyValue label={texts.earns}>
        <Amount sats={quote?.earnsSats ?? 0n} />
      </KeyValue>
      <KeyValue label={texts.result}>
        <Amount sats={quote?.resultSats ?? 0n} isResult />
        <br />
        <span className="text-xs">
          {unit === "USD" ? (
            <Amount sats={quote?.resultSats ?? 0n} unit="BTC" isResult />
          ) : (
            <Usd cents={quote?.resultCents ?? 0n} isResult />
          )}
        </span>
      </KeyValue>
    </KeyValues>
  );
}
