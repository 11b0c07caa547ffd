/**
 * /admin/dashboard: four key figures of the installation, whether the books balance, the queues
 * that need an administrator, and the health of every component.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { clockText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { Folds } from "../../ui/layout/Fold.tsx";
import { LiveMark } from "../../ui/loading/LiveMark.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { FactorPanel } from "../second-factor/FactorPanel.tsx";
import { useHasSecondFactor } from "../second-factor/use-second-factor.ts";
import { dashboardTexts as texts } from "../strings.ts";
import { Approvals, APPROVALS_SHOWN } from "./Approvals.tsx";
import { Books } from "./Books.tsx";
import { Figures, FiguresWaiting } from "./Figures.tsx";
import { ForexDesk } from "./ForexDesk.tsx";
import { DatabaseHealth, NodeHealth, Workers } from "./Health.tsx";
import { PayPaused } from "./PayPaused.tsx";
import { PoolFigures } from "./PoolFigures.tsx";
import { Trends } from "./Trends.tsx";
import { UnderWay } from "./UnderWay.tsx";

type Stats = ApiAnswer<"getAdminStats">;

const REFRESH_MS = 10_000;

export function AdminDashboardPage() {
  const stats = useQuery({ ...apiQuery("getAdminStats"), refetchInterval: REFRESH_MS });
  const hasFactor = useHasSecondFactor();
  const queue = useQuery({
    ...apiQuery("listWithdrawalQueue", { query: { filter: "waiting", limit: APPROVALS_SHOWN } }),
    refetchInterval: REFRESH_MS,
    enabled: hasFactor,
  });
  const { data } = stats;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          data === undefined ? null : (
            <Updated at={data.at} readAt={stats.dataUpdatedAt} isError={stats.isError} />
          )
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={stats} skeleton={<FiguresWaiting />} still={texts.still}>
        {(loaded) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <PayPaused health={loaded.health} />
            <Figures stats={loaded} />
            <Books {...loaded} />
            {hasFactor ? null : <FactorPanel />}
            {queue.isPending ? null : (
              <>
                <Approvals queue={queue} />
                <UnderWay queues={loaded.queues} />
                <Running stats={loaded} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

/**
 * Shows when the figures were loaded. Marks the figures as stale even while a request hangs,
 * because no error is known at that time.
 */
function Updated(props: { at: string; readAt: number; isError: boolean }) {
  const now = useNow(1_000).getTime();
  const isStale = props.isError || now - props.readAt > 3 * REFRESH_MS;
  const time = clockText(new Date(props.at));
  return <LiveMark isStale={isStale}>{isStale ? texts.stale(time) : texts.updated(time)}</LiveMark>;
}

function Running({ stats: { health, forex, queues } }: { stats: Stats }) {
  return (
    <Folds>
      <Trends />
      <NodeHealth health={health} />
      <DatabaseHealth health={health} mails={queues.mails} />
      <ForexDesk desk={forex} />
      <PoolFigures />
      <Workers workers={health.workers} />
    </Folds>
  );
}
