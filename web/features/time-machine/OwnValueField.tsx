/** Field for a custom number. It keeps the text as typed, but reports only valid values. */
import { useState } from "react";
import { OWN_VALUES, readOwnValue, type OwnValue } from "#economics/history";
import { readNumberText } from "../../ui/preferences/read-number.ts";
import { decimalText } from "../../ui/amounts/number-format.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { ownText } from "./replay-search.ts";
import { timeMachineTexts as texts } from "./strings.ts";

export function OwnValueField(props: {
  name: OwnValue;
  label: string;
  unit: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const { name, value } = props;
  const [typed, setTyped] = useState<string>();
  const text = typed ?? ownText(name, value);
  const isValid = typed === undefined || readTyped(name, typed) !== undefined;
  const { min, max } = OWN_VALUES[name];
  return (
    <Field
      label={props.label}
      unit={props.unit}
      inputMode="decimal"
      value={text}
      error={isValid ? undefined : texts.invalid(min, decimalText(max, 0))}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = readTyped(name, target.value);
        if (next !== undefined) props.onChange(next);
      }}
      onBlur={() => {
        if (isValid) setTyped(undefined);
      }}
    />
  );
}

function readTyped(name: OwnValue, typed: string): number | undefined {
  const text = readNumberText(typed)?.replace(/\.$/, "") ?? "";
  return readOwnValue(name, text) === undefined ? undefined : Number(text);
}
