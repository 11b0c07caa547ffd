/** Lists a user's pool workers with the hash rates measured from their shares. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { measuredRateText } from "../../ui/amounts/measured-rate.ts";
import { Cell } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { At } from "./MoneyPanels.tsx";
import { PersonPanel } from "./PersonPanel.tsx";
import { personTexts } from "./strings.ts";

const texts = personTexts.workers;

export function WorkersPanel({ userId }: { userId: string }) {
  const [, , state, hour, day, shares, rejected] = texts.columns;
  return (
    <PersonPanel list="listPersonWorkers" userId={userId} texts={texts} numbers={4}>
      {(worker) => (
        <tr key={worker.id}>
          <At at={worker.lastShareAt} />
          <Cell className="lead">{worker.name}</Cell>
          <Cell label={state}>
            <Tag kind={worker.state === "working" ? "up" : "fact"}>
              {texts.states[worker.state]}
            </Tag>
          </Cell>
          <Cell label={hour} className="num">
            {rateText(worker.rates.hour)}
          </Cell>
          <Cell label={day} className="num hide-small">
            {rateText(worker.rates.day)}
          </Cell>
          <Cell label={shares} className="num hide-small">
            {wholeText(worker.shares)}
          </Cell>
          <Cell label={rejected} className="num hide-small">
            {wholeText(sumOf(worker.rejects))}
          </Cell>
        </tr>
      )}
    </PersonPanel>
  );
}

function rateText(measured: { readonly hashRateThs: string } | null): string {
  return measured === null ? texts.noShares : measuredRateText(measured.hashRateThs);
}

function sumOf(rejects: Readonly<Record<string, number>>): number {
  return Object.values(rejects).reduce((sum, count) => sum + count, 0);
}
