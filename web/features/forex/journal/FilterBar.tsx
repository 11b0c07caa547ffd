/** Filters of the journal: text, tag, mistake, pair and period. */
import { INSTRUMENTS } from "#market";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { pairName } from "../quotes/price-text.ts";
import { seasonTexts } from "../seasons/strings.ts";
import { useSeasons } from "../seasons/use-seasons.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { Choice } from "./Choice.tsx";
import { isFiltered, NO_FILTERS, type Filters } from "./filters.ts";
import { journalTexts as texts } from "./strings.ts";
import { useLabels } from "./use-labels.ts";

const PAIRS = INSTRUMENTS.filter(({ isTradeable }) => isTradeable).map(({ name }) => name);

export function FilterBar(props: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { filters, onChange } = props;
  const labels = useLabels();
  const { replayId } = useDeskSource();
  const { data } = useSeasons(replayId === undefined);
  const ended = replayId === undefined ? (data?.items ?? []) : [];
  const seasons =
    data === undefined || ended.length === 0
      ? []
      : [data.current, ...ended].map(({ number }) => String(number));
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
        values={labels?.tags ?? []}
        onChange={(tag) => change({ tag })}
      />
      <Choice
        label={texts.mistake}
        value={filters.mistake}
        values={labels?.mistakes ?? []}
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
      {seasons.length === 0 ? null : (
        <Choice
          label={seasonTexts.season}
          value={filters.season}
          values={seasons}
          onChange={(season) => change({ season })}
        />
      )}
      {isFiltered(filters) ? (
        <Button size="small" variant="quiet" onClick={() => onChange(NO_FILTERS)}>
          {texts.clear}
        </Button>
      ) : null}
    </section>
  );
}
