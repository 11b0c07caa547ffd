/** Shows the pool's hash rate, with and without the operator's rig, and the pool's blocks. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { secondsText } from "./measures.ts";
import { poolTexts as texts } from "./strings.ts";

const REFRESH_MS = 10_000;

export function PoolFigures() {
  const pool = useQuery({ ...apiQuery("getPool"), refetchInterval: REFRESH_MS });
  const { data } = pool;
  return (
    <Fold
      title={texts.title}
      fact={
        data === undefined ? undefined : data.isMonitored ? (
          rateText(data.minersHashRateThs)
        ) : (
          <NotMonitored />
        )
      }
      end={
        <Link {...paths.pool} className="reach text-sm font-[550]">
          {texts.more}
        </Link>
      }
    >
      <Loaded query={pool} lines={5}>
        {({ isMonitored, ...now }) =>
          isMonitored ? (
            <KeyValues>
              <KeyValue label={texts.miners}>{rateText(now.minersHashRateThs)}</KeyValue>
              <KeyValue label={texts.house}>{rateText(now.houseHashRateThs)}</KeyValue>
              <KeyValue label={texts.workers}>{wholeText(now.workers ?? 0)}</KeyValue>
              <KeyValue label={texts.connections}>{wholeText(now.connections ?? 0)}</KeyValue>
              <KeyValue label={texts.template}>
                {now.templateAgeSeconds === null
                  ? texts.noTemplate
                  : secondsText(now.templateAgeSeconds)}
              </KeyValue>
              <KeyValue label={texts.blocks}>
                {texts.blockCounts(
                  wholeText(now.blocks.found),
                  wholeText(now.blocks.orphaned),
                  wholeText(now.blocks.rejected),
                )}
              </KeyValue>
            </KeyValues>
          ) : (
            <NotMonitored />
          )
        }
      </Loaded>
    </Fold>
  );
}

function rateText(ths: string | null): string {
  return ths === null ? texts.noShares : measuredRateText(ths);
}
