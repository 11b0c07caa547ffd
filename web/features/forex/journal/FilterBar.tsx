/** Filters of the journal: text, tag, mistake, pair and period. */
import { useQuery } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { INSTRUMENTS } from "#market";
import { journalLimits } from "../../../../api/limits.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field, InputBox } from "../../../ui/forms/Field.tsx";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { isFiltered, NO_FILTERS, type Filters } from "./filters.ts";
import { journalTexts as texts } from "./strings.ts";

const PAIRS = INSTRUMENTS.filter(({ isTradeable }) => isTradeable).map(({ name }) => name);

export function FilterBar(props: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { filters, onChange } = props;
  const { replayId } = useDeskSource();
  const query = replayId === undefined ? {} : { replay: replayId };
  const { data } = useQuery(apiQuery("getForexJournalLabels", { query }));
  const change = (next: Partial<Filters>) => onChange({ ...filters, ...next });
  return (
    <section
      aria-label={texts.filters}
      className="grid grid-cols-6 items-end gap-3 border-b border-line px-5 py-3 max-xl:grid-cols-3 max-md:grid-cols-2 max-md:px-4"
    >
      <Field
        type="search"
        label={texts.search}
        placeholder={texts.searchHint}
        maxLength={journalLimits.searchMax}
        value={filters.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Choice
        label={texts.tag}
        value={filters.tag}
        values={data?.tags ?? []}
        onChange={(tag) => change({ tag })}
      />
      <Choice
        label={texts.mistake}
        value={filters.mistake}
        values={data?.mistakes ?? []}
        onChange={(mistake) => change({ mistake })}
      />
      <Choice
        label={texts.instrument}
        value={filters.instrument}
        values={PAIRS}
        textOf={pairName}
        onChange={(instrument) => change({ instrument })}
      />
      <Field
        type="date"
        label={texts.from}
        value={filters.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Field
        type="date"
        label={texts.to}
        value={filters.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {isFiltered(filters) ? (
        <Button size="small" variant="quiet" onClick={() => onChange(NO_FILTERS)}>
          {texts.clear}
        </Button>
      ) : null}
    </section>
  );
}

function Choice(props: {
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
