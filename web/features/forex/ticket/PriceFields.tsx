/** Fields for the price and the time in force of a pending order. */
import { Field, InputBox } from "../../../ui/forms/Field.tsx";
import { RESTING_TIMES, type RestingTime } from "./draft.ts";
import { PRICE_ID } from "./ids.ts";
import type { FieldsProps } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";

export function PriceFields({ draft, onChange, errorOf, hint }: FieldsProps & { hint: string }) {
  return (
    <div className="grid gap-2.5">
      <Field
        id={PRICE_ID}
        label={texts.price}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        placeholder={hint}
        value={draft.price}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
        error={errorOf("price")}
      />
      <label className="grid gap-1.5 text-xs font-medium">
        {texts.time}
        <InputBox>
          <select
            className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
            value={draft.timeInForce}
            onChange={({ target: { value } }) => {
              const timeInForce: RestingTime | undefined = RESTING_TIMES.find(
                (one) => one === value,
              );
              if (timeInForce !== undefined) onChange({ timeInForce });
            }}
          >
            {RESTING_TIMES.map((time) => (
              <option key={time} value={time}>
                {texts.times[time]}
              </option>
            ))}
          </select>
        </InputBox>
      </label>
      {draft.timeInForce === "GTD" ? (
        <Field
          label={texts.until}
          type="datetime-local"
          value={draft.until}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
          error={errorOf("until")}
        />
      ) : null}
    </div>
  );
}
