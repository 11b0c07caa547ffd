/** Shows the platform's profit or loss and its exposure as the counterparty of every trade. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { operatorTexts as texts } from "./strings.ts";

const REFETCH_MS = 30_000;

export function OperatorPanel() {
  const house = useQuery({ ...apiQuery("getForexHouse"), refetchInterval: REFETCH_MS });
  return (
    <Panel title={texts.title} className="mt-4">
      <Loaded query={house} lines={2}>
        {({ resultCents, openResultCents, totalResultCents, exposure }) => (
          <>
            <dl className="flex flex-wrap gap-x-8 gap-y-3">
              <Result label={texts.closed} cents={resultCents} />
              <Result label={texts.open} cents={openResultCents} />
              <Result label={texts.total} cents={totalResultCents} />
              {exposure.map(({ currency, cents }) => (
                <div key={currency}>
                  <dt className="text-xs font-medium text-fg-2">
                    {cents > 0 ? texts.long(currency) : texts.short(currency)}
                  </dt>
                  <dd>
                    <Usd cents={Math.abs(cents)} />
                  </dd>
                </div>
              ))}
            </dl>
            <p className="mt-3 max-w-[72ch] text-sm text-fg-2">
              {exposure.length === 0 ? texts.flat : texts.text}
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Result(props: { label: string; cents: number | null }) {
  return (
    <div>
      <dt className="text-xs font-medium text-fg-2">{props.label}</dt>
      <dd>{props.cents === null ? texts.unknown : <Usd cents={props.cents} isSigned />}</dd>
    </div>
  );
}
