/**
 * /admin/dashboard: the four figures of the installation, what is under way, and whether everything
 * runs.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../api/query.ts";
import type { ApiAnswer } from "../../api/route-shapes.ts";
import { paths } from "../../navigation/paths.ts";
import { wholeText } from "../../preferences/number-marks.ts";
import { useNow } from "../../time/use-now.ts";
import { When } from "../../time/When.tsx";
import { clockText } from "../../time/time-text.ts";
import { Amount, Usd } from "../../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { LiveMark } from "../../ui/LiveMark.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { hashRateText } from "../../ui/number-format.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Figure, Plate, Plates } from "../../ui/Plates.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { NotMonitored } from "../../ui/Tag.tsx";
import { DatabaseHealth, NodeHealth, Workers } from "./Health.tsx";
import { ForexDesk } from "./ForexDesk.tsx";
import { PoolFigures } from "./PoolFigures.tsx";
import { PayPaused } from "./PayPaused.tsx";
import { healthTexts } from "./strings.ts";
import { Trends } from "./Trends.tsx";
import { dashboardTexts as texts } from "../strings.ts";

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
            <Updated at={data.at} readAt={stats.dataUpdatedAt} isError={stats.isError} />
          )
        }
      >
        {texts.lead}
      </PageHead>
      <Loaded query={stats} skeleton={<Waiting />} still={texts.still}>
        {(loaded) => (
          <div className="grid gap-4">
            <PayPaused health={loaded.health} />
            <Figures stats={loaded} />
            <Trends />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Queues queues={loaded.queues} />
              <NodeHealth health={loaded.health} />
              <DatabaseHealth health={loaded.health} />
              <ForexDesk desk={loaded.forex} />
              <PoolFigures />
              <Workers workers={loaded.health.workers} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** A request that hangs is no error yet, and what is shown no longer new. */
function Updated(props: { at: string; readAt: number; isError: boolean }) {
  const now = useNow(1_000).getTime();
  const isStale = props.isError || now - props.readAt > 3 * REFRESH_MS;
  const time = clockText(new Date(props.at));
  return <LiveMark isStale={isStale}>{isStale ? texts.stale(time) : texts.updated(time)}</LiveMark>;
}

/** The balance is the longest figure. */
const COLUMNS = "sm:grid-cols-2 xl:grid-cols-[1fr_1.9fr_1fr_1fr]";

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
        <KeyValue label={healthTexts.withdrawalStates}>
          <span className="whitespace-normal">{statesText(queues.withdrawalStates)}</span>
        </KeyValue>
        <KeyValue label={texts.reviews}>
          <Link {...paths.adminWithdrawals} className="underline">
            {texts.toReview(wholeText(inReview(queues.withdrawalStates)))}
          </Link>
        </KeyValue>
        <KeyValue label={texts.deposits}>{wholeText(queues.deposits)}</KeyValue>
        <KeyValue label={texts.adjustments}>
          <Link {...paths.adminAdjustments} className="underline">
            {texts.toDecide(wholeText(queues.adjustments))}
          </Link>
        </KeyValue>
        <KeyValue label={texts.tickets}>
          <Link {...paths.adminSupport} className="underline">
            {texts.toAnswer(wholeText(queues.tickets))}
          </Link>
        </KeyValue>
        <KeyValue label={healthTexts.chats}>
          <Link {...paths.adminSupport} className="underline">
            {texts.unread(wholeText(queues.chats))}
          </Link>
        </KeyValue>
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

function inReview(states: Stats["queues"]["withdrawalStates"]): number {
  return states.find(({ state }) => state === "in_review")?.count ?? 0;
}

/** `requested 2, broadcast 1`. */
function statesText(states: Stats["queues"]["withdrawalStates"]): string {
  if (states.length === 0) return healthTexts.noWithdrawal;
  return states
    .map(({ state, count }) => `${state.replaceAll("_", " ")} ${wholeText(count)}`)
    .join(", ");
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
