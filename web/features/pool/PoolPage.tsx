/**
 * /pool, a public page: current figures, connection settings, the block rule and the blocks found.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { usePublicStats } from "../../data/live/public-stats.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { hashRateText, durationText } from "../../ui/amounts/number-format.ts";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Figure, Plate, Plates } from "../../ui/layout/Plates.tsx";
import { SkeletonLines } from "../../ui/loading/Skeleton.tsx";
import { NotMonitored, Tag } from "../../ui/layout/Tag.tsx";
import { blockRule } from "./block-rule.ts";
import { BlocksPanel } from "./BlocksPanel.tsx";
import { ConnectPanel } from "./ConnectPanel.tsx";
import { timesText } from "./times-text.ts";
import { poolTexts as texts } from "./strings.ts";

type Pool = ApiAnswer<"getPool">;

const REFETCH_MS = 10_000;

export function PoolPage() {
  const pool = useQuery({ ...apiQuery("getPool"), refetchInterval: REFETCH_MS });
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid gap-4">
        <Loaded query={pool} lines={8}>
          {(now) => (
            <>
              <Figures pool={now} />
              <div className="grid items-start gap-4 lg:grid-cols-2">
                <ConnectPanel pool={now} />
                <div className="grid gap-4">
                  <SoldPanel pool={now} />
                  <RulePanel pool={now} />
                </div>
              </div>
            </>
          )}
        </Loaded>
        <BlocksPanel first={pool.data && blockRule(pool.data).first} />
      </div>
    </>
  );
}

function Figures({ pool }: { pool: Pool }) {
  const { isMonitored, hashRateThs, houseHashRateThs, workers, connections, blocks } = pool;
  const figureOf = (value: number | null): ReactNode =>
    value === null ? <NotMonitored /> : <Figure>{wholeText(value)}</Figure>;
  return (
    <>
      {isMonitored ? null : <Note>{texts.notMonitored}</Note>}
      <Plates label={texts.now} className="grid-cols-2 lg:grid-cols-4">
        <Plate
          label={
            <>
              {texts.hashRate} <Tag>{texts.measured}</Tag>
            </>
          }
          foot={
            houseHashRateThs === null
              ? texts.hashRateFoot
              : texts.hashRateFootWithOwn(measuredRateText(houseHashRateThs))
          }
        >
          {hashRateThs === null ? (
            <span className="text-lg text-fg-2">{texts.noShares}</span>
          ) : (
            <Figure isAccent>{measuredRateText(hashRateThs)}</Figure>
          )}
        </Plate>
        <Plate
          label={texts.workers}
          foot={
            connections === null ? texts.workersFoot : texts.workersFootWith(wholeText(connections))
          }
        >
          {figureOf(workers)}
        </Plate>
        <Plate label={texts.template} foot={texts.templateFoot}>
          {pool.templateAgeSeconds === null ? (
            <NotMonitored />
          ) : (
            <Figure>{durationText(pool.templateAgeSeconds)}</Figure>
          )}
        </Plate>
        <Plate
          label={texts.blocks}
          foot={texts.blocksFoot(wholeText(blocks.orphaned), wholeText(blocks.rejected))}
        >
          <Figure>{wholeText(blocks.found)}</Figure>
        </Plate>
      </Plates>
    </>
  );
}

function SoldPanel({ pool }: { pool: Pool }) {
  const { stats } = usePublicStats();
  return (
    <Panel title={texts.sold}>
      {stats === undefined ? (
        <SkeletonLines count={2} />
      ) : (
        <p className="max-w-[72ch] text-sm text-fg-2">
          {soldSentence(stats.soldHashRateThs, pool.minersHashRateThs)}
        </p>
      )}
    </Panel>
  );
}

function soldSentence(soldThs: string, measuredThs: string | null): string {
  if (Number(soldThs) === 0) return texts.nothingSold;
  const sold = hashRateText(soldThs);
  if (measuredThs === null || Number(measuredThs) === 0) return texts.soldOnly(sold);
  return texts.soldSentence(sold, measuredRateText(measuredThs), timesText(soldThs, measuredThs));
}

function RulePanel({ pool }: { pool: Pool }) {
  const { kept } = pool;
  return (
    <Panel title={texts.rule}>
      <div className="grid max-w-[72ch] gap-2 text-sm text-fg-2">
        <p>{blockRule(pool).rule}</p>
        <p>{texts.keptText(wholeText(kept.shareDays), wholeText(kept.slotDays))}</p>
      </div>
    </Panel>
  );
}
