/** Shows four key figures of the installation, with charts of the last days where available. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { hashRateText } from "../../ui/amounts/number-format.ts";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { Skeleton } from "../../ui/loading/Skeleton.tsx";
import { dashboardTexts as texts } from "../strings.ts";
import { Sparkline } from "./Sparkline.tsx";
import { sparkTexts } from "./strings.ts";
import { usersByDay, useTrends, type Day } from "./trends.ts";

type Stats = ApiAnswer<"getAdminStats">;

/** The balance has the widest column, because it is the longest figure. */
const COLUMNS = "grid-cols-2 xl:grid-cols-[1fr_1.9fr_1fr_1fr]";
/** On phones, a long figure spans the whole row. */
const WHOLE_ROW = "max-md:col-span-2";
/**
 * Reserves two lines below each figure, so that the layout does not shift when the second line is
 * loaded.
 */
const FOOT = "block md:min-h-8";

export function Figures({ stats }: { stats: Stats }) {
  const days = useTrends().data?.days;
  const renderCount = (
    label: string,
    count: number,
    series: (days: readonly Day[]) => number[],
  ) => (
    <span className="flex items-end justify-between gap-3">
      <Figure>{wholeText(count)}</Figure>
      <Sparkline
        values={days && series(days)}
        summary={(seen) => sparkTexts.summary(label, seen)}
      />
    </span>
  );
  return (
    <Plates label={texts.figures} className={COLUMNS}>
      <Plate
        label={texts.totalUsers}
        className={WHOLE_ROW}
        foot={
          <span className={FOOT}>{texts.usersFoot(stats.administrators, stats.disabledUsers)}</span>
        }
      >
        {renderCount(sparkTexts.users, stats.totalUsers, (all) =>
          usersByDay(stats.totalUsers, all),
        )}
      </Plate>
      <Plate
        label={texts.totalBalance}
        className={WHOLE_ROW}
        foot={
          <span className={FOOT}>
            {texts.balanceFoot}
            {stats.totalBalanceCents === 0 ? null : (
              <>
                {"; and "}
                <Usd cents={stats.totalBalanceCents} />
              </>
            )}
          </span>
        }
      >
        <Figure>
          <Amount sats={stats.totalBalanceSats} />
        </Figure>
      </Plate>
      <Plate
        label={texts.activeMiners}
        foot={<span className={FOOT}>{texts.minersFoot(hashRateText(stats.soldHashRateThs))}</span>}
      >
        {renderCount(sparkTexts.miners, stats.activeMiners, (all) =>
          all.map(({ paidMiners }) => paidMiners),
        )}
      </Plate>
      <Plate
        label={texts.newUsers}
        foot={<span className={FOOT}>{texts.newFoot(stats.newUsersDays)}</span>}
      >
        {renderCount(sparkTexts.signUps, stats.newUsers, (all) =>
          all.map(({ newUsers }) => newUsers),
        )}
      </Plate>
    </Plates>
  );
}

/** Placeholder with the same height as the figures. */
export function FiguresWaiting() {
  const plates = [
    [texts.totalUsers, WHOLE_ROW],
    [texts.totalBalance, WHOLE_ROW],
    [texts.activeMiners, undefined],
    [texts.newUsers, undefined],
  ] as const;
  return (
    <Plates label={texts.figures} className={COLUMNS}>
      {plates.map(([label, className]) => (
        <Plate
          key={label}
          label={label}
          className={className}
          foot={
            <span className={FOOT}>
              <Skeleton className="w-2/3" />
            </span>
          }
        >
          <Figure>
            <Skeleton className="inline-block w-1/2" />
            <span className="sr-only">Loading...</span>
          </Figure>
        </Plate>
      ))}
    </Plates>
  );
}
