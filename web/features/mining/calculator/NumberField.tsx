/**
 * A numeric input of the calculator. Keeps the text as typed, and reports only numbers within
 * range.
 */
import { useState } from "react";
import { groupedText } from "../../../ui/preferences/number-marks.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { calculatorTexts as texts } from "./strings.ts";
import { RANGES, readNumber, type CalculatorField } from "./calculator-search.ts";

export function NumberField(props: {
  field: CalculatorField;
  label: string;
  suffix: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const { field, value } = props;
  const [typed, setTyped] = useState(() => String(value));
  const [seen, setSeen] = useState(value);
  // The text that the field itself generates is unambiguous: 1.125 is the same number in every
  // number format.
  const read = typed === String(value) ? value : readNumber(field, typed);
  if (seen !== value) {
    setSeen(value);
    // The value was changed by the URL and not by the user, so the text is replaced.
    if (read !== value) setTyped(String(value));
  }
  const { min, max } = RANGES[field];
  return (
    <Field
      label={props.label}
      suffix={props.suffix}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={
        read === undefined
          ? texts.outOfRange(groupedText(String(min)), groupedText(String(max)))
          : undefined
      }
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const number = readNumber(field, next);
        if (number !== undefined) props.onChange(number);
      }}
    />
  );
}
