/** Selects the type of the order. */
import { InputBox } from "../../../ui/forms/Field.tsx";
import { ENTRY_TYPES, type EntryType } from "./draft.ts";
import { ticketTexts as texts } from "./strings.ts";

export function TypeSelect(props: { value: EntryType; onChange: (type: EntryType) => void }) {
  return (
    <InputBox>
      <select
        aria-label={texts.type}
        className="w-full min-w-0 border-0 bg-transparent p-0 text-base outline-0 max-md:text-md"
        value={props.value}
        onChange={({ target: { value } }) => {
          const type = ENTRY_TYPES.find((one) => one === value);
          if (type !== undefined) props.onChange(type);
        }}
      >
        {ENTRY_TYPES.map((type) => (
          <option key={type} value={type}>
            {texts.types[type]}
          </option>
        ))}
      </select>
    </InputBox>
  );
}
