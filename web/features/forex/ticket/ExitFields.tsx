/** Fields for take profit, stop loss and trailing stop, in prices, pips or dollars. */
import { Field } from "../../../ui/forms/Field.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { EXIT_UNITS } from "./draft.ts";
import type { FieldsProps } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";

export function ExitFields({ draft, onChange, errorOf, hint }: FieldsProps & { hint: string }) {
  // If the size is computed from risk, exits cannot be in dollars: the distance of the stop would
  // depend on the units, and the units on the distance.
  const units = EXIT_UNITS.filter((unit) => unit !== "USD" || draft.sizeBy === "units");
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
        onChange={(exitUnit) => onChange({ exitUnit, stop: "", target: "", trailing: "" })}
        options={units.map((value) => ({ value, label: texts.exitUnits[value] }))}
      />
      <div className="grid grid-cols-2 items-start gap-2.5">
        {field("target")}
        {field("stop")}
      </div>
      {field("trailing")}
    </div>
  );
}
