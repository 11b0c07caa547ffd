/**
 * The calculator's inputs: the three that the requirement specifies, followed by additional inputs.
 */
import { useRef } from "react";
import { calculatorLimits } from "../../../../api/limits.ts";
import { dateText } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Slider } from "../../../ui/controls/Slider.tsx";
import { difficultyText, usdPerBtcText } from "../reference/figure-text.ts";
import type { ReferenceValues } from "../reference/reference-terms.ts";
import { calculatorTexts as texts } from "./strings.ts";
import type { CalculatorField } from "./calculator-search.ts";
import { NumberField } from "./NumberField.tsx";
import type { CalculatorState } from "./use-calculator.ts";

const { min, max, step } = calculatorLimits.hashRateThs;

export function CalculatorForm(props: { calculator: CalculatorState; reference: ReferenceValues }) {
  const { calculator, reference } = props;
  const { input } = calculator;
  const fields = useRef<HTMLDivElement>(null);
  const reset = () => {
    calculator.reset();
    // Focus the first field, because the reset button disappears after the click.
    fields.current?.querySelector("input")?.focus();
  };
  const number = (field: CalculatorField, label: string, suffix: string) => (
    <NumberField
      // The key changes with each reset. The field is then remounted, which clears even text that
      // is not a number.
      key={`${field}-${calculator.resets}`}
      field={field}
      label={label}
      suffix={suffix}
      value={input[field]}
      onChange={(value) => calculator.change(field, value)}
    />
  );
  return (
    <Panel
      foot={
        <>
          {texts.basis(
            usdPerBtcText(String(input.usdPerBtc)),
            difficultyText(String(input.difficulty)),
            input.subsidyBtc,
            reference.blockSeconds,
          )}{" "}
          {texts.basisDate(dateText(new Date(reference.validFrom)))}
        </>
      }
    >
      <div ref={fields} className="grid content-start gap-4">
        <Slider
          label={texts.hashRate}
          min={min}
          max={max}
          step={step}
          value={input.hashRateThs}
          valueText={`${input.hashRateThs} TH/s`}
          ticks={[String(min), String(max)]}
          onChange={(value) => calculator.change("hashRateThs", value)}
        />
        <div className="grid grid-cols-2 items-start gap-2.5">
          {number("powerKw", texts.power, "kW")}
          {number("usdPerKwh", texts.electricity, "$/kWh")}
        </div>
        {number("upFrontUsd", texts.upFront, "USD")}
        <div className="grid grid-cols-2 items-start gap-2.5">
          {number("difficultyGrowthPercent", texts.difficultyGrowth, "%/mo")}
          {number("rateGrowthPercent", texts.priceGrowth, "%/mo")}
          {number("poolFeePercent", texts.poolFee, "%")}
          {number("uptimePercent", texts.uptime, "%")}
        </div>
        <details>
          <summary className="min-h-8 text-sm text-fg-2 max-md:min-h-11">{texts.more}</summary>
          <div className="mt-3 grid gap-2.5">
            {number("usdPerBtc", texts.price, "USD/BTC")}
            {number("difficulty", texts.difficulty, "")}
            <div className="grid grid-cols-2 items-start gap-2.5">
              {number("subsidyBtc", texts.reward, "BTC")}
              {number("feesBtc", texts.fees, "BTC")}
            </div>
            {number("stalePercent", texts.stale, "%")}
          </div>
        </details>
        {calculator.isChanged ? (
          <Button size="small" className="justify-self-start" onClick={reset}>
            {texts.reset}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}
