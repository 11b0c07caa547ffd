/**
 * A number of an indicator. A value out of range is shown with an error and does not change the
 * chart.
 */
import { useState } from "react";
import { Field } from "../../../../ui/forms/Field.tsx";
import {
  isInRange,
  isReversed,
  NUMBERS,
  type Indicator,
  type NumberName,
} from "../indicators/indicator.ts";
import { dialogTexts as texts } from "./strings.ts";

export function NumberField(props: {
  name: NumberName;
  label: string;
  indicator: Indicator;
  onChange: (value: number) => void;
}) {
  const { name, indicator } = props;
  const [typed, setTyped] = useState<string>();
  const { min, max, step } = NUMBERS[name];
  const errorOf = (text: string) => {
    const value = Number(text);
    if (text.trim() === "" || !isInRange(name, value)) return texts.outOfRange(min, max);
    return isReversed({ ...indicator, [name]: value }) ? texts.reversed : undefined;
  };
  return (
    <Field
      label={props.label}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      value={typed ?? String(indicator[name])}
      error={typed === undefined ? undefined : errorOf(typed)}
      onChange={({ currentTarget: { value } }) => {
        const isValid = errorOf(value) === undefined;
        setTyped(isValid ? undefined : value);
        if (isValid) props.onChange(Number(value));
      }}
    />
  );
}
