/** /dashboard: current mining, expected earnings, cost, and the latest activity. */
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Later } from "../../ui/loading/Later.tsx";
import { useState } from "react";
import { boostLimits, estimateRefreshSeconds } from "../../../api/limits.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { contractProgress } from "../mining/contracts/contract-progress.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { ReferenceList } from "../mining/reference/Working.tsx";
import { dateText } from "../../ui/time/time-text.ts";
import { useNow } from "../../ui/time/use-now.ts";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { Accelerator } from "./Accelerator.tsx";
import { Activity } from "./Activity.tsx";
import { EarnedChart } from "./EarnedChart.tsx";
import { EarnedDays } from "./EarnedDays.tsx";
import { Figures } from "./Figures.tsx";
import { MiningSwitch } from "./MiningSwitch.tsx";
import { shownStep } from "./next-step.ts";
import { NextSteps } from "./NextSteps.tsx";
import { dashboardTexts as texts } from "./strings.ts";

type WalletQuery = UseQueryResult<ApiAnswer<"getWallet">>;

const COLUMN = "grid min-w-0 content-start gap-4";

export function DashboardPage() {
  const mining = useQuery({
    ...apiQuery("getMining"),
    refetchInterval: ({ state }) =>
      state.data?.isMining === true ? estimateRefreshSeconds * 1000 : false,
  });
  const wallet = useQuery(apiQuery("getWallet"));
  const me = useQuery(apiQuery("getMe"));
  // The activity loads immediately but is rendered last, so that content that loads later does not
  // push it down.
  const isPending = mining.isPending || wallet.isPending || me.isPending;
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          mining.data === undefined ? (
            <div className="h-11 w-72 lg:h-9" />
          ) : (
            <MiningSwitch
              mining={mining.data}
              isSecond={shownStep(mining.data, wallet.data, me.data) === "start"}
            />
          )
        }
      >
        {mining.data === undefined || me.isPending ? (
          texts.loading
        ) : (
          <Lead mining={mining.data} name={me.data?.name || me.data?.miningName} />
        )}
      </PageHead>
      <div className="grid gap-4">
        <Loaded
          query={isPending ? { ...mining, data: undefined } : mining}
          lines={10}
          still={texts.contractsStill}
        >
          {(data) => <MiningParts mining={data} wallet={wallet} />}
        </Loaded>
        {isPending || mining.data === undefined ? (
          <div className={isPending ? "hidden" : undefined}>
            <Activity />
          </div>
        ) : null}
      </div>
    </>
  );
}

function MiningParts({ mining, wallet }: { mining: Mining; wallet: WalletQuery }) {
  const [multiplier, setMultiplier] = useState<number>(boostLimits.min);
  return (
    <>
      <NextSteps mining={mining} wallet={wallet.data} />
      <Figures mining={mining} wallet={wallet} previewMultiplier={multiplier} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className={COLUMN}>
          <EarnedChart mining={mining} />
          <Later>
            <EarnedDays mining={mining} />
            <Activity />
          </Later>
        </div>
        <div className={COLUMN}>
          <Later>
            <Accelerator
              mining={mining}
              availableSats={wallet.data?.availableSats}
              multiplier={multiplier}
              onMultiplier={setMultiplier}
            />
            <Reference reference={mining.reference} />
          </Later>
        </div>
      </div>
    </>
  );
}

function Lead({ mining, name }: { mining: Mining; name: string | undefined }) {
  return (
    <>
      {name === undefined ? null : `${name}: `}
      <RunningContracts contracts={mining.contracts} />
      {mining.rigs.length === 0 ? null : ` ${texts.rigs(mining.rigs.length)}.`}
    </>
  );
}

function RunningContracts({ contracts }: Pick<Mining, "contracts">) {
  const now = useNow(60_000);
  const running = contracts.filter(({ state }) => state === "running");
  const [first] = running;
  if (first === undefined) return <>{texts.noContracts}</>;
  if (running.length > 1) return <>{texts.contractsRunning(running.length)}</>;
  const { day, days } = contractProgress(first, now);
  return <>{texts.contractDay(day, days)}</>;
}

function Reference({ reference }: Pick<Mining, "reference">) {
  return (
    <Panel
      title={texts.reference}
      foot={
        <>
          {texts.referenceSet(dateText(new Date(reference.validFrom)), reference.source)}{" "}
          {texts.everyPayout}
        </>
      }
    >
      <div className="-my-2">
        <ReferenceList reference={reference} />
        <div className="border-t border-line">
          <KeyValues>
            <KeyValue label={texts.luck}>
              <NotMonitored />
            </KeyValue>
          </KeyValues>
        </div>
      </div>
    </Panel>
  );
}
