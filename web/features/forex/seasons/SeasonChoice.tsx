/** Selects a season of the live account. Renders nothing while the account has only one season. */
import { useId } from "react";
import { InputBox } from "../../../ui/forms/Field.tsx";
import { utcDateText } from "../../../ui/time/time-text.ts";
import { seasonTexts as texts } from "./strings.ts";
import { useSeasons } from "./use-seasons.ts";

export function SeasonChoice(props: { season: string; onChange: (season: string) => void }) {
  const id = useId();
  const { data } = useSeasons();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <label className="flex-none text-xs font-medium" htmlFor={id}>
        {texts.season}
      </label>
      <InputBox>
        <select
          id={id}
          className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
          value={props.season}
          onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
        >
          <option value="current">{texts.current(data.current.number)}</option>
          {data.items.map(({ number, endedAt }) => (
            <option key={number} value={number}>
              {texts.ended(number, utcDateText(new Date(endedAt)))}
            </option>
          ))}
          <option value="all">{texts.all}</option>
        </select>
      </InputBox>
    </div>
  );
}
