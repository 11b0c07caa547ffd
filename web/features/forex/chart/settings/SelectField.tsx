/** A labelled native select. */
import { InputBox } from "../../../../ui/forms/Field.tsx";

export function SelectField<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
}) {
  const { options } = props;
  return (
    <label className="grid min-w-0 gap-1.5 text-xs font-medium">
      {props.label}
      <InputBox>
        <select
          className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
          value={props.value}
          onChange={({ currentTarget }) => {
            const option = options.find(({ value }) => value === currentTarget.value);
            if (option) props.onChange(option.value);
          }}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </InputBox>
    </label>
  );
}
