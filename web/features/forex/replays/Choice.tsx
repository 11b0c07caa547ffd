/** A labelled select field in the forms of this page. */
import { InputBox } from "../../../ui/forms/Field.tsx";

export function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { readonly value: Value; readonly label: string }[];
}) {
  return (
    <div className="w-44 max-md:w-full">
      <label className="grid gap-1.5 text-xs font-medium">
        {props.label}
        <InputBox>
          <select
            className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
            value={props.value}
            onChange={(event) => props.onChange(event.currentTarget.value as Value)}
          >
            {props.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </InputBox>
      </label>
    </div>
  );
}
