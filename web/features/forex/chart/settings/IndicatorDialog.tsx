/** Lists the chart's indicators with their parameters. Each valid change applies immediately. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Dialog } from "../../../../ui/dialogs/Dialog.tsx";
import {
  COLOURS,
  DEFAULTS,
  FIRST_INDICATORS,
  INDICATORS_MAX,
  KINDS,
  PARAMETERS,
  SOURCES,
  type Indicator,
  type Kind,
} from "../indicators/indicator.ts";
import { PIVOT_PERIODS } from "../indicators/pivots.ts";
import { indicatorName, indicatorTexts } from "../indicators/strings.ts";
import { dialogTexts as texts } from "./strings.ts";
import { changeSettings, useChartSettings } from "./chart-settings.ts";
import { NumberField } from "./NumberField.tsx";
import { SelectField } from "./SelectField.tsx";

export function IndicatorDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={indicatorTexts.title}
      isOpen={props.isOpen}
      onClose={props.onClose}
      place="end"
      actions={
        <Button variant="quiet" onClick={() => changeSettings({ indicators: FIRST_INDICATORS })}>
          {texts.reset}
        </Button>
      }
    >
      <p className="text-sm text-fg-2">{texts.lead}</p>
      <IndicatorList />
    </Dialog>
  );
}

function IndicatorList() {
  const { indicators } = useChartSettings();
  const [kind, setKind] = useState<Kind>("exponential");
  const isFull = indicators.length >= INDICATORS_MAX;
  const set = (next: readonly Indicator[]) => changeSettings({ indicators: next });
  return (
    <>
      {indicators.length === 0 ? <p className="text-sm">{texts.none}</p> : null}
      <ul className="grid gap-5">
        {indicators.map((indicator, index) => (
          <IndicatorRow
            // Two indicators may be equal, so the place in the list is the only identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${indicator.kind} ${index}`}
            indicator={indicator}
            onChange={(change) =>
              set(indicators.map((one) => (one === indicator ? { ...one, ...change } : one)))
            }
            onRemove={() => set(indicators.filter((one) => one !== indicator))}
          />
        ))}
      </ul>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2.5 border-t border-line pt-4">
        <SelectField
          label={texts.kind}
          value={kind}
          options={KINDS.map((value) => ({ value, label: indicatorTexts.names[value] }))}
          onChange={setKind}
        />
        <Button
          className="min-h-10"
          disabledReason={isFull ? texts.full(INDICATORS_MAX) : undefined}
          onClick={() => set([...indicators, { ...DEFAULTS[kind] }])}
        >
          {texts.add}
        </Button>
      </div>
    </>
  );
}

function IndicatorRow(props: {
  indicator: Indicator;
  onChange: (change: Partial<Indicator>) => void;
  onRemove: () => void;
}) {
  const { indicator, onChange } = props;
  const { kind } = indicator;
  const { numbers, hasSource } = PARAMETERS[kind];
  const name = indicatorName(indicator);
  return (
    <li>
      <fieldset className="grid gap-2.5" aria-label={name}>
        <div className="flex items-center justify-between gap-2">
          <h3 className="text-base font-semibold">{indicatorTexts.names[kind]}</h3>
          <Button
            variant="quiet"
            size="small"
            isIcon
            aria-label={texts.removeOne(name)}
            onClick={props.onRemove}
          >
            <Trash2 className="size-4" strokeWidth={1.5} aria-hidden />
          </Button>
        </div>
        <div className="grid grid-cols-2 items-start gap-2.5">
          {numbers.map((field) => (
            <NumberField
              key={field}
              name={field}
              label={kind === "macd" && field === "length" ? texts.fast : texts.numbers[field]}
              indicator={indicator}
              onChange={(value) => onChange({ [field]: value })}
            />
          ))}
          {hasSource ? (
            <SelectField
              label={texts.source}
              value={indicator.source}
              options={SOURCES.map((value) => ({ value, label: indicatorTexts.sources[value] }))}
              onChange={(source) => onChange({ source })}
            />
          ) : null}
          {kind === "pivots" ? (
            <SelectField
              label={texts.period}
              value={indicator.period}
              options={PIVOT_PERIODS.map((value) => ({
                value,
                label: indicatorTexts.periods[value],
              }))}
              onChange={(period) => onChange({ period })}
            />
          ) : null}
          <SelectField
            label={texts.colour}
            value={indicator.colour}
            options={COLOURS.map((value) => ({ value, label: texts.colours[value] }))}
            onChange={(colour) => onChange({ colour })}
          />
        </div>
      </fieldset>
    </li>
  );
}
