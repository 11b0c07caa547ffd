/** A select field whose first option means any value. */
import { useId, type ReactNode } from "react";
import { InputBox } from "../../../ui/forms/Field.tsx";
import { journalTexts as texts } from "./strings.ts";

export function Choice(props: {
  label: string;
  value: string;
  values: readonly string[];
  textOf?: (value: string) => ReactNode;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const { label, value, values, textOf = (text: string) => text } = props;
  return (
    <div className="grid gap-1.5">
      <label className="text-xs font-medium" htmlFor={id}>
        {label}
      </label>
      <InputBox>
        <select
          id={id}
          className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
          value={value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          <option value="">{texts.any}</option>
          {/* A filter can outlast the last entry that has its tag. */}
          {[...new Set(value === "" ? values : [value, ...values])].map((one) => (
            <option key={one} value={one}>
              {textOf(one)}
            </option>
          ))}
        </select>
      </InputBox>
    </div>
  );
}
