/** Lists running and ended contracts with their progress, earnings and price. */
import { dateText } from "../../../ui/time/time-text.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Empty } from "../../../ui/loading/Empty.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { ModelledTag } from "../../../ui/figures/ModelledTag.tsx";
import { contractProgress } from "./contract-progress.ts";
import { hashRateText } from "../reference/figure-text.ts";
import type { Contract, Mining } from "../reference/reference-terms.ts";
import { MiningButton } from "./MiningButton.tsx";
import { contractTexts as texts } from "./strings.ts";

const columns = texts.contractColumns;

export function Contracts({ mining }: { mining: Pick<Mining, "contracts" | "isMining"> }) {
  const now = useNow(60_000);
  const { contracts } = mining;
  return (
    <Panel title={texts.contracts} isFlush>
      {contracts.length === 0 ? (
        <Empty title={texts.contractsEmptyTitle}>{texts.contractsEmpty}</Empty>
      ) : (
        <div className="overflow-x-auto">
          <Table
            shape="stack"
            caption={texts.contracts}
            columns={[
              columns.contract,
              columns.rate,
              columns.progress,
              { label: columns.earned, isMoney: true },
              { label: columns.paid, isMoney: true },
              { label: columns.expected, isMoney: true },
            ]}
          >
            {contracts.map((contract) => (
              <Row key={contract.id} contract={contract} mining={mining} now={now} />
            ))}
          </Table>
        </div>
      )}
    </Panel>
  );
}

function Row(props: {
  contract: Contract;
  mining: Pick<Mining, "contracts" | "isMining">;
  now: Date;
}) {
  const { contract, mining, now } = props;
  const { day, days, share } = contractProgress(contract, now);
  const result = contract.expectedSats - contract.paidSats;
  return (
    <tr>
      <Cell className="lead">
        {contract.name} {contract.state === "ended" ? <Tag>{texts.ended}</Tag> : null}
      </Cell>
      <Cell label={columns.rate}>
        {hashRateText(contract.hashRateThs)} <ModelledTag />
      </Cell>
      <Cell label={columns.progress} className="full">
        <span className="inline-flex items-center gap-3" title={texts.until(endText(contract))}>
          <progress className="sr-only" value={share} max={1}>
            {texts.dayOf(day, days)}
          </progress>
          <svg viewBox="0 0 100 4" className="h-1 w-24" preserveAspectRatio="none" aria-hidden>
            <rect width="100" height="4" className="fill-line-strong" />
            <rect width={share * 100} height="4" className="fill-fg" />
          </svg>
          {texts.dayOf(day, days)}
        </span>
        {mining.isMining || contract.state === "ended" ? null : (
          <span className="mt-2 flex flex-wrap items-center gap-3 text-xs text-fg-2">
            <MiningButton mining={mining} size="small" />
            {texts.isOff}
          </span>
        )}
      </Cell>
      <Cell label={columns.earned} isMoney>
        <Amount sats={contract.earnedSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.paid} isMoney>
        <Amount sats={contract.paidSats} hasUnit={false} />
      </Cell>
      <Cell label={columns.expected} isMoney>
        <span>
          <Amount sats={contract.expectedSats} hasUnit={false} />{" "}
          <span className="text-xs">
            (<Amount sats={result} isResult hasUnit={false} />)
          </span>
        </span>
      </Cell>
    </tr>
  );
}

function endText(contract: Contract): string {
  return dateText(new Date(contract.endsAt));
}
