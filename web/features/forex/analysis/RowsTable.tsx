/** Rows of figures. Rows with too few trades are grey and say so. */
import { clsx } from "clsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import {
  centsInterval,
  intervalText,
  percentText,
  ratioText,
  type AnalysisRow,
} from "./figure-text.ts";
import { rowName } from "./row-name.ts";
import { analysisTexts as texts } from "./strings.ts";
import { FiguresWorking } from "./Working.tsx";

const { columns } = texts;

export function RowsTable(props: {
  caption: string;
  head: string;
  rows: readonly AnalysisRow[];
  /** Rows with fewer trades are grey. */
  least: number;
  hasSize?: boolean;
}) {
  const { hasSize = false } = props;
  const numbers = [
    columns.n,
    columns.result,
    columns.expectancy,
    columns.winRate,
    columns.profitFactor,
    ...(hasSize ? [columns.size] : []),
  ];
  return (
    <Table
      shape="stack"
      caption={props.caption}
      columns={[props.head, ...numbers.map((label) => ({ label, isNumber: true })), ""]}
    >
      {props.rows.map((row) => (
        <Row key={row.key} row={row} isGrey={row.n < props.least} hasSize={hasSize} />
      ))}
    </Table>
  );
}

function Row(props: { row: AnalysisRow; isGrey: boolean; hasSize: boolean }) {
  const { row, isGrey } = props;
  const { expectancy, winRate, profitFactor, averageSizeCents } = row;
  const name = rowName(row.key);
  return (
    <tr className={clsx(isGrey && "text-fg-3")}>
      <Cell className="lead">
        {name}
        {isGrey ? (
          <span className="block text-xs font-normal text-fg-3">{texts.tooFew}</span>
        ) : null}
      </Cell>
      <Cell label={columns.n} className="num">
        {wholeText(row.n)}
      </Cell>
      <Cell label={columns.result} className="num">
        <Usd cents={row.resultCents} isSigned isResult={!isGrey} hasUnit={false} />
      </Cell>
      <Cell label={columns.expectancy} className="num">
        {expectancy.cents === null ? (
          texts.none
        ) : (
          <Usd cents={expectancy.cents} isSigned hasUnit={false} />
        )}
        <Interval text={centsInterval(expectancy)} />
      </Cell>
      <Cell label={columns.winRate} className="num">
        {percentText(winRate.value)}
        <Interval text={intervalText(winRate, percentText)} />
      </Cell>
      <Cell label={columns.profitFactor} className="num">
        {ratioText(profitFactor.value)}
        <Interval text={intervalText(profitFactor, ratioText)} />
      </Cell>
      {props.hasSize ? (
        <Cell label={columns.size} className="num">
          {averageSizeCents === null ? (
            texts.none
          ) : (
            <Usd cents={averageSizeCents} hasUnit={false} />
          )}
        </Cell>
      ) : null}
      <Cell className="actions">
        <FiguresWorking figures={row} of={name} />
      </Cell>
    </tr>
  );
}

function Interval({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <span className="block text-2xs whitespace-nowrap text-fg-3">{text}</span>
  );
}
