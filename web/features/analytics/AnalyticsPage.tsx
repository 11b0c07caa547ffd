/**
 * /analytics: the equity curve, the balance check, income and cost per product, and expected
 * and earned mining.
 */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { ExportButton } from "../../ui/copy/ExportButton.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { SkeletonLines } from "../../ui/loading/Skeleton.tsx";
import { saveCsv } from "../../ui/copy/save-csv.ts";
import { rangeQuery, readAnalyticsSearch } from "./analytics-search.ts";
import { EquityPanel } from "./EquityPanel.tsx";
import { ForexPanel } from "./ForexPanel.tsx";
import { KeyFigures } from "./KeyFigures.tsx";
import { MiningYield } from "./MiningYield.tsx";
import { ProductBars } from "./ProductBars.tsx";
import { ProductTable } from "./ProductTable.tsx";
import { RangeForm } from "./RangeForm.tsx";
import { type Outlook, outlookOf } from "./outlook.ts";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts } from "./strings.ts";
import { SumPanel } from "./SumPanel.tsx";

const REFRESH_MS = 60_000;

export function AnalyticsPage() {
  const search = readAnalyticsSearch(useSearch({ strict: false }));
  const query = rangeQuery(search, useNow(60_000));
  const report = useQuery({
    ...apiQuery("getAnalytics", { query }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const outlook = useOutlook(report.data?.to);
  const isOld = report.isPlaceholderData;
  const save = async () => {
    const text = await api("exportAnalytics", { query });
    const { from = "all", to = "today" } = query;
    saveCsv(`hashfloor-practice-analytics-${from}-${to}.csv`, text);
  };
  return (
    <>
      <PageHead title={texts.title} end={<ExportButton save={save} />}>
        {texts.lead}
      </PageHead>
      <RangeForm search={search} report={isOld ? undefined : report.data} />
      <Loaded query={report} skeleton={<Waiting />}>
        {(analytics) => (
          // While a new range loads, the previous range's figures stay visible but dimmed.
          <div className={clsx(isOld && "opacity-60")} aria-busy={isOld}>
            {analytics.firstDay === null ? (
              <NothingYet />
            ) : outlook === undefined ? (
              <Waiting />
            ) : (
              <Report analytics={analytics} outlook={outlook} />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Waiting() {
  return (
    <Panel>
      <SkeletonLines count={8} />
    </Panel>
  );
}

function NothingYet() {
  return (
    <Panel isFlush>
      <Empty
        title={texts.emptyTitle}
        action={
          <Link {...paths.deposit} className={buttonClass({ variant: "primary" })}>
            {texts.emptyAction}
          </Link>
        }
      >
        {texts.empty}
      </Empty>
    </Panel>
  );
}

function Report({ analytics, outlook }: { analytics: Analytics; outlook: Outlook }) {
  return (
    <div className="grid gap-5 max-lg:gap-4">
      <KeyFigures analytics={analytics} outlook={outlook} />
      <EquityPanel analytics={analytics} outlook={outlook} />
      <SumPanel analytics={analytics} />
      <div className="grid items-start gap-5 max-lg:gap-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ProductTable analytics={analytics} />
        <ProductBars analytics={analytics} outlook={outlook} />
      </div>
      <MiningYield analytics={analytics} />
      <ForexPanel />
    </div>
  );
}

/**
 * Returns an empty outlook for ranges that ended before today, because an outlook is a projection
 * from today. Undefined while the range or its data is loading.
 */
function useOutlook(lastDay: string | undefined): Outlook | undefined {
  const now = useNow(60_000);
  const isOver = lastDay !== undefined && lastDay !== now.toISOString().slice(0, 10);
  const mining = useQuery({ ...apiQuery("getMining"), enabled: !isOver });
  const rigs = useQuery({ ...apiQuery("listRigs", { query: { limit: 1 } }), enabled: !isOver });
  if (isOver || mining.isError || rigs.isError) return {};
  if (mining.data === undefined || rigs.data === undefined) return undefined;
  return outlookOf(mining.data, rigs.data, now);
}
