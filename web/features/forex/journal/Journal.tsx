/** The journal of the account or replay, and at the live desk the trades of other brokers. */
import { useDeferredValue, useState } from "react";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { MorePages } from "../../../ui/loading/MorePages.tsx";
import { useDeskSource } from "../source/desk-source.ts";
import { EntryList, rowButtonId } from "./EntryList.tsx";
import { EntryView } from "./EntryView.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { isFiltered, NO_FILTERS, type Filters } from "./filters.ts";
import { Imported } from "./Imported.tsx";
import { JournalCsv } from "./JournalCsv.tsx";
import { useJournal } from "./journal-queries.ts";
import { journalTexts as texts } from "./strings.ts";

const SECTIONS = ["trades", "imported"] as const;
type Section = (typeof SECTIONS)[number];

export function Journal() {
  const { replayId } = useDeskSource();
  const [section, setSection] = useState<Section>("trades");
  const [filters, setFilters] = useState(NO_FILTERS);
  const [opened, setOpened] = useState<string>();
  const close = () => {
    const id = opened;
    setOpened(undefined);
    // The list is rendered again first, and its button then gets the focus back.
    if (id !== undefined)
      requestAnimationFrame(() => document.getElementById(rowButtonId(id))?.focus());
  };
  if (opened !== undefined) return <EntryView id={opened} onBack={close} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-2.5 max-md:px-4">
        {replayId === undefined ? (
          <Segments
            label={texts.section}
            value={section}
            onChange={setSection}
            options={SECTIONS.map((value) => ({ value, label: texts.sections[value] }))}
          />
        ) : null}
        {section === "trades" ? <JournalCsv replayId={replayId} filters={filters} /> : null}
      </div>
      {section === "imported" ? (
        <Imported />
      ) : (
        <Trades filters={filters} onFilter={setFilters} onOpen={setOpened} />
      )}
    </>
  );
}

function Trades(props: {
  filters: Filters;
  onFilter: (filters: Filters) => void;
  onOpen: (id: string) => void;
}) {
  const { filters, onFilter, onOpen } = props;
  const { replayId } = useDeskSource();
  const entries = useJournal(replayId, useDeferredValue(filters));
  return (
    <>
      <FilterBar filters={filters} onChange={onFilter} />
      <Loaded query={entries} isFlush lines={4} still={texts.still}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return isFiltered(filters) ? (
              <Empty title={texts.noMatchTitle}>{texts.noMatch}</Empty>
            ) : (
              <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
            );
          return (
            <>
              <EntryList entries={items} onOpen={onOpen} />
              <MorePages pages={entries} label={texts.more} end={texts.end} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
