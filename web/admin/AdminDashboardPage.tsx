/** /admin/dashboard: the four figures of the installation, what is under way, and whether everything runs. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery, type ApiAnswer } from "../api.ts";
import { wholeText } from "../preferences/number-marks.ts";
import { When } from "../time/When.tsx";
import { clockText } from "../time/time-text.ts";
import { Amount, Usd } from "../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { LiveMark } from "../ui/LiveMark.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { hashRateText } from "../ui/number-format.ts";
import { PageHead } from "../ui/PageHead.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Figure, Plate, Plates } from "../ui/Plates.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { NotMonitored } from "../ui/Tag.tsx";
import { dashboardTexts as texts } from "./strings.ts";

type Stats = ApiAnswer<"getAdminStats">;

const REFRESH_MS = 10_000;

export function AdminDashboardPage() {
  const stats = useQuery({ ...apiQuery("getAdminStats"), refetchInterval: REFRESH_MS });
  const { data } = stats;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          data === undefined ? null : (
            <LiveMark isStale={stats.isError}>
              {texts.updated(clockText(new Date(data.at)))}
            </LiveMark>
          )
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={stats} skeleton={<Waiting />} still={texts.still}>
        {(loaded) => (
          <div className="grid gap-4">
            <Figures stats={loaded} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Queues queues={loaded.queues} />
              <Health health={loaded.health} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

const COLUMNS = "sm:grid-cols-2 xl:grid-cols-4";

function Figures({ stats }: { stats: Stats }) {
  return (
    <Plates label={texts.figures} className={COLUMNS}>
      <Plate
        label={texts.totalUsers}
        foot={texts.usersFoot(stats.administrators, stats.disabledUsers)}
      >
        <Figure>{wholeText(stats.totalUsers)}</Figure>
      </Plate>
      <Plate
        label={texts.totalBalance}
        foot={
          <>
            {texts.balanceFoot}
            {stats.totalBalanceCents === 0 ? null : (
              <>
                {"; and "}
                <Usd cents={stats.totalBalanceCents} />
              </>
            )}
          </>
        }
      >
        <Figure>
          <Amount sats={stats.totalBalanceSats} />
        </Figure>
      </Plate>
      <Plate
        label={texts.activeMiners}
        foot={texts.minersFoot(hashRateText(stats.soldHashRateThs))}
      >
        <Figure>{wholeText(stats.activeMiners)}</Figure>
      </Plate>
      <Plate label={texts.newUsers} foot={texts.newFoot(stats.newUsersDays)}>
        <Figure>{wholeText(stats.newUsers)}</Figure>
      </Plate>
    </Plates>
  );
}

function Queues({ queues }: Pick<Stats, "queues">) {
  return (
    <Panel title={texts.queues}>
      <KeyValues>
        <KeyValue label={texts.withdrawals}>{wholeText(queues.withdrawals)}</KeyValue>
        <KeyValue label={texts.oldest}>
          {queues.oldestWithdrawalAt === null ? (
            texts.none
          ) : (
            <When at={queues.oldestWithdrawalAt} isAgo />
          )}
        </KeyValue>
        <KeyValue label={texts.deposits}>{wholeText(queues.deposits)}</KeyValue>
        <KeyValue label={texts.tickets}>{wholeText(queues.tickets)}</KeyValue>
        <KeyValue label={texts.mails}>
          {queues.mails === null ? <NotMonitored /> : wholeText(queues.mails)}
          {queues.mailsGivenUp === null || queues.mailsGivenUp === 0
            ? null
            : ` ${texts.mailsGivenUp(wholeText(queues.mailsGivenUp), queues.mailProblem)}`}
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

function Health({ health }: Pick<Stats, "health">) {
  const block = (height: number) => texts.block(wholeText(height));
  return (
    <Panel title={texts.health}>
      <KeyValues>
        <KeyValue label={texts.database}>{health.database}</KeyValue>
        <KeyValue label={texts.node}>
          {health.nodeHeight === null ? texts.noAnswer : block(health.nodeHeight)}
        </KeyValue>
        <KeyValue label={texts.watcher}>
          {health.watcherHeight === null ? texts.noBlock : block(health.watcherHeight)}
        </KeyValue>
        <KeyValue label={texts.books}>
          {health.unexplainedSats === null ? (
            texts.notCompared
          ) : (
            <>
              {texts.difference} <Amount sats={health.unexplainedSats} unit="BTC" />
            </>
          )}
        </KeyValue>
        <KeyValue label={texts.payouts}>
          <span className="whitespace-normal">{health.withdrawalsPaused ?? texts.yes}</span>
        </KeyValue>
      </KeyValues>
    </Panel>
  );
}

function Waiting() {
  return (
    <Plates label={texts.figures} className={COLUMNS}>
      {[texts.totalUsers, texts.totalBalance, texts.activeMiners, texts.newUsers].map((label) => (
        <Plate key={label} label={label} foot={<Skeleton className="w-2/3" />}>
          <Skeleton className="my-2 h-6 w-1/2" />
          <span className="sr-only">Loading...</span>
        </Plate>
      ))}
    </Plates>
  );
}
