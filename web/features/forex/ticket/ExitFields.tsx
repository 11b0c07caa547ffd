/** Fields for take profits, stop loss and trailing stop, in prices, pips or dollars. */
import { lazy, Suspense } from "react";
import { TARGETS_MAX } from "#market";
import { Field } from "../../../ui/forms/Field.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { EXIT_UNITS, withTarget } from "./draft.ts";
import type { FieldsProps } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";

const TargetFields = lazy(async () => ({
  default: (await import("./TargetFields.tsx")).TargetFields,
}));

export function ExitFields(props: FieldsProps & { hint: string; units: number }) {
  const { draft, onChange, errorOf, hint } = props;
  // If the size is computed from risk, exits cannot be in dollars: the distance of the stop would
  // depend on the units, and the units on the distance.
  const units = EXIT_UNITS.filter((unit) => unit !== "USD" || draft.sizeBy === "units");
  const isSeveral = draft.targets.length > 0;
  const field = (name: "target" | "stop" | "trailing") => (
    <Field
      label={texts[name]}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      placeholder={draft.exitUnit === "price" ? (name === "trailing" ? texts.distance : hint) : "0"}
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      error={errorOf(name)}
    />
  );
  return (
    <div className="grid gap-2">
      <Segments
        label={texts.exits}
        isFull
        value={draft.exitUnit}
        onChange={(exitUnit) =>
          onChange({ exitUnit, stop: "", target: "", targets: [], trailing: "" })
        }
        options={units.map((value) => ({ value, label: texts.exitUnits[value] }))}
      />
      {isSeveral ? (
        <Suspense>
          <TargetFields {...props} placeholder={hint} />
        </Suspense>
      ) : null}
      <div className="grid grid-cols-2 items-start gap-2.5">
        {isSeveral ? null : field("target")}
        {field("stop")}
        {isSeveral ? field("trailing") : null}
      </div>
      <div className="grid grid-cols-2 items-end gap-2.5">
        {isSeveral ? null : field("trailing")}
        {draft.targets.length < TARGETS_MAX ? (
          <Button
            variant="quiet"
            className="min-h-10 px-2!"
            onClick={() => onChange(withTarget(draft, props.units))}
          >
            {texts.addTarget}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
