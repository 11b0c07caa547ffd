/** Shows the day's opening currency values, interest rates and mark-up. */
import { CURRENCIES } from "#market";
import { decimalText } from "../../../ui/amounts/number-format.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import type { DayAnswer } from "./check-day.ts";
import { dayTexts as texts } from "./strings.ts";

const LEVEL_DECIMALS = 9;

export function DayTerms({ day: { start, terms } }: { day: DayAnswer }) {
  if (start === null || terms === null)
    return (
      <Panel title={texts.terms}>
        <p className="text-sm text-fg-2">{texts.notBegun}</p>
      </Panel>
    );
  return (
    <Panel title={texts.terms} foot={texts.markUp(decimalText(terms.markUpPercent, 2))} isFlush>
      <Table
        isDense
        caption={texts.terms}
        columns={[
          texts.currency,
          { label: texts.levels, isNumber: true },
          { label: texts.interest, isNumber: true },
        ]}
      >
        {CURRENCIES.map((currency) => (
          <tr key={currency}>
            <Cell>{currency}</Cell>
            <Cell className="num mono">
              {decimalText(start.levels[currency] ?? "1", LEVEL_DECIMALS)}
            </Cell>
            <Cell className="num">{decimalText(terms.interest[currency] ?? "0", 3)} %</Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
