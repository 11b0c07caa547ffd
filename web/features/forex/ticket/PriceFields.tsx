/** Fields for the price and the time in force of a pending order. */
import { Field, InputBox } from "../../../ui/forms/Field.tsx";
import { RESTING_TIMES, timeOf, timesOf, type RestingTime } from "./draft.ts";
import { PRICE_ID } from "./ids.ts";
import type { FieldsProps } from "./SizeFields.tsx";
import { ticketTexts as texts } from "./strings.ts";

export function PriceFields({ draft, onChange, errorOf, hint }: FieldsProps & { hint: string }) {
  const isStopLimit = draft.type === "STOP_LIMIT";
  const times = timesOf(draft.type);
  return (
    <div className="grid gap-2.5">
      <div className={isStopLimit ? "grid grid-cols-2 items-start gap-2.5" : "grid"}>
        <Field
          id={PRICE_ID}
          label={isStopLimit ? texts.stopPrice : texts.price}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          placeholder={hint}
          value={draft.price}
          onChange={(event) => onChange({ price: event.currentTarget.value })}
          error={errorOf("price")}
        />
        {isStopLimit ? (
          <Field
            label={texts.limitPrice}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            placeholder={hint}
            value={draft.limit}
            onChange={(event) => onChange({ limit: event.currentTarget.value })}
            error={errorOf("limit")}
          />
        ) : null}
      </div>
      <label className="grid gap-1.5 text-xs font-medium">
        {texts.time}
        <InputBox>
          <select
            className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
            value={timeOf(draft)}
            onChange={({ target: { value } }) => {
              const timeInForce: RestingTime | undefined = RESTING_TIMES.find(
                (one) => one === value,
              );
              if (timeInForce !== undefined) onChange({ timeInForce });
            }}
          >
            {times.map((time) => (
              <option key={time} value={time}>
                {texts.times[time]}
              </option>
            ))}
          </select>
        </InputBox>
      </label>
      {timeOf(draft) === "GTD" ? (
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
