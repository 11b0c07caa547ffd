/**
 * /history: lists events, one per row, with filters in the URL. The complete statement can be saved
 * as CSV.
 */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, Fragment } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { ExportButton } from "../../ui/copy/ExportButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { MorePages } from "../../ui/loading/MorePages.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { EventsTable } from "./EventsTable.tsx";
import { readHistorySearch, type HistorySearch } from "./history-search.ts";
import { StatementCheck } from "./StatementCheck.tsx";
import { historyTexts as texts } from "./strings.ts";
import { useEvents, type Proof } from "./use-events.ts";
import { api } from "../../data/api/call.ts";
import { wholeCsv } from "../../data/api/whole-csv.ts";
import { saveCsv } from "../../ui/copy/save-csv.ts";
import { Check, X } from "lucide-react";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";

export function HistoryPage() {
  const filters = readHistorySearch(useSearch({ strict: false }));
  return (
    <>
      <PageHead title={texts.title} end={<ExportButton save={() => exportCsv(filters)} />}>
        {texts.lead}
      </PageHead>
      <Filters filters={filters} />
      <Events filters={filters} />
    </>
  );
}

function Filters({ filters }: { filters: HistorySearch }) {
  const navigate = useNavigate();
  const change = (next: { asset?: string; account?: string }) => {
    const search = readHistorySearch({ ...filters, ...next });
    void navigate({ ...paths.history, search, replace: true });
  };
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Segments
        label={texts.asset}
        value={filters.asset ?? "all"}
        onChange={(asset) => change({ asset })}
        options={[
          { value: "all", label: texts.all },
          { value: "BTC", label: "BTC" },
          { value: "USD", label: "USD" },
        ]}
      />
      <Segments
        label={texts.account}
        value={filters.account ?? "all"}
        onChange={(account) => change({ account })}
        options={[
          { value: "all", label: texts.all },
          { value: "available", label: texts.accounts.available },
          { value: "held", label: texts.accounts.held },
        ]}
      />
    </div>
  );
}

export function Events({ filters }: { filters: HistorySearch }) {
  const events = useEvents(filters);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError, hasNextPage } = events;
  // Scrolling must not request a failed page again. Only the button does.
  const isAskedFor = isFetchingNextPage || isFetchNextPageError;
  const fetchMore = useCallback(() => {
    if (!isAskedFor) void fetchNextPage();
  }, [fetchNextPage, isAskedFor]);
  return (
    <Panel isFlush foot={<StatementCheck />}>
      <Loaded query={events} isFlush lines={8}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <NoEvents filters={filters} />;
          return (
            <>
              <AddsUp proof={pages[0]?.proof ?? []} />
              <EventsTable events={items} hasMore={hasNextPage} onNearEnd={fetchMore} />
              <MorePages pages={events} label={texts.more} end={texts.end} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function NoEvents({ filters }: { filters: HistorySearch }) {
  if (Object.keys(filters).length > 0) {
    return (
      <Empty
        title={texts.emptyFiltered}
        action={
          <Link {...paths.history} search={{}} className={buttonClass()}>
            {texts.resetFilters}
          </Link>
        }
      >
        {texts.emptyText}
      </Empty>
    );
  }
  return (
    <Empty
      title={texts.emptyTitle}
      action={
        <Link {...paths.deposit} className={buttonClass()}>
          {texts.emptyAction}
        </Link>
      }
    >
      {texts.emptyText}
    </Empty>
  );
}

async function exportCsv(filters: HistorySearch): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const parts = await wholeCsv((at) => api("exportEntries", { query: { ...filters, ...at } }));
  saveCsv(`hashfloor-practice-${day}.csv`, parts);
}

/** Panel above the list, which shows that the events add up to the account balances. */
function AddsUp({ proof }: { proof: Proof }) {
  if (proof.length === 0) return null;
  const isRight = proof.every(({ sum, balance }) => sum === balance);
  const Mark = isRight ? Check : X;
  const sums = proof.map(({ asset, account, sum }, index) => (
    <Fragment key={`${asset} ${account}`}>
      {index === 0 ? "" : ", "}
      <span className="whitespace-nowrap text-fg">
        {asset === "BTC" ? <Amount sats={sum} /> : <Usd cents={sum} />}
      </span>{" "}
      {account}
    </Fragment>
  ));
  return (
    <p className="border-b border-line px-5 py-2.5 text-sm text-fg-2 max-md:px-4">
      <span className={isRight ? "text-up" : "text-down"}>
        <Mark className="mr-1.5 inline size-4 align-text-bottom" strokeWidth={1.5} aria-hidden />
        {isRight ? texts.addsUp : texts.addsNotUp}
      </span>{" "}
      <Sentence text={texts.allEvents} parts={{ sums }} />
    </p>
  );
}
