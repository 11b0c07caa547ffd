/**
 * Fields for the order's size, in units or as the share of the NAV that may be lost at the stop.
 */
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import type { Draft, Fields } from "./draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export const UNITS_ID = "forex-units";

export interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly errorOf: (field: Fields) => string | undefined;
}

export function SizeFields(props: FieldsProps & { currency: string; units: number }) {
  const { draft, onChange, errorOf, currency } = props;
  return (
    <div className="grid gap-2">
      <Segments
        label={texts.size}
        isFull
        value={draft.sizeBy}
        onChange={(sizeBy) =>
          onChange(
            sizeBy === "risk" && draft.exitUnit === "USD"
              ? { sizeBy, exitUnit: "price" }
              : { sizeBy },
          )
        }
        options={[
          { value: "units", label: texts.sizes.units },
          { value: "risk", label: texts.sizes.risk },
        ]}
      />
      {draft.sizeBy === "units" ? (
        <Field
          id={UNITS_ID}
          label={texts.units}
          unit={currency}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          value={draft.units}
          onChange={(event) => onChange({ units: event.currentTarget.value })}
          error={errorOf("units")}
        />
      ) : (
        <Field
          id={UNITS_ID}
          label={texts.risk}
          unit={texts.riskUnit}
          inputMode="decimal"
          autoComplete="off"
          maxLength={6}
          value={draft.riskPercent}
          onChange={(event) => onChange({ riskPercent: event.currentTarget.value })}
          error={errorOf("units")}
          suffix={texts.riskUnits(props.units === 0 ? "–" : wholeText(props.units), currency)}
        />
      )}
    </div>
  );
}
