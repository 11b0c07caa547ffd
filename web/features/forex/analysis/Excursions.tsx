/** Maximum adverse and favourable excursion: how far trades went against and for the user. */
import { clsx } from "clsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { percentText, type AnalysisAnswer } from "./figure-text.ts";
import { rowName } from "./row-name.ts";
import { analysisTexts as texts } from "./strings.ts";

const { columns } = texts;

export function Excursions({ answer: { excursions, tradesMin } }: { answer: AnalysisAnswer }) {
  const numbers = [columns.count, columns.worst, columns.best, columns.average, columns.kept];
  return (
    <Table
      shape="stack"
      caption={texts.excursions}
      columns={[columns.group, ...numbers.map((label) => ({ label, isNumber: true }))]}
    >
      {excursions.rows.map((row) => {
        const isGrey = row.n < tradesMin;
        return (
          <tr key={row.key} className={clsx(isGrey && "text-fg-3")}>
            <Cell className="lead">
              {rowName(row.key)}
              {isGrey ? (
                <span className="block text-xs font-normal text-fg-3">{texts.tooFew}</span>
              ) : null}
            </Cell>
            <Cell label={columns.count} className="num">
              {wholeText(row.n)}
            </Cell>
            <Money label={columns.worst} cents={row.averageWorstCents} />
            <Money label={columns.best} cents={row.averageBestCents} />
            <Money label={columns.average} cents={row.averageResultCents} />
            <Cell label={columns.kept} className="num">
              {percentText(row.keptShare)}
            </Cell>
          </tr>
        );
      })}
    </Table>
  );
}

function Money({ label, cents }: { label: string; cents: number | null }) {
  return (
    <Cell label={label} className="num">
      {cents === null ? texts.none : <Usd cents={cents} isSigned hasUnit={false} />}
    </Cell>
  );
}
