/**
 * /mining: the measured rate and pay of the user's own miners, connection settings, solo mining
 * odds, and payouts that can be recomputed.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { ConnectPanel } from "../pool/ConnectPanel.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { PayPlates } from "./PayPlates.tsx";
import { SoloOddsPanel } from "./SoloOddsPanel.tsx";
import { workerTexts as texts } from "./strings.ts";
import { WorkersPanel } from "./WorkersPanel.tsx";
import { WorkStatements } from "./WorkStatements.tsx";
import { capRuleText } from "./work-text.ts";

const REFETCH_MS = 10_000;

export function WorkersPage() {
  const workers = useQuery({ ...apiQuery("listWorkers"), refetchInterval: REFETCH_MS });
  const work = useQuery({ ...apiQuery("getMeasuredWork"), refetchInterval: REFETCH_MS });
  const pool = useQuery(apiQuery("getPool"));
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <Link {...paths.pool} className={buttonClass({ size: "small" })}>
            {texts.pool}
          </Link>
        }
      >
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <Loaded query={work} lines={3}>
          {(paid) => (
            <>
              {paid.waitsBecause === null ? null : <Note>{paid.waitsBecause}</Note>}
              <PayPlates work={paid} rate={workers.data?.all.day} />
            </>
          )}
        </Loaded>
        <Loaded query={workers} lines={4}>
          {(list) => <WorkersPanel list={list} />}
        </Loaded>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Loaded query={pool} lines={6}>
            {(now) => (
              <ConnectPanel
                pool={now}
                rule={work.data === undefined ? undefined : capRuleText(work.data.caps)}
              />
            )}
          </Loaded>
          <Loaded query={work} lines={6}>
            {({ reference }) => (
              <SoloOddsPanel reference={reference} rate={workers.data?.all.day ?? null} />
            )}
          </Loaded>
        </div>
        <WorkStatements />
      </div>
    </>
  );
}
