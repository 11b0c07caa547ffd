/** Shows the platform's result and exposure at the Forex desk, and the share of losing accounts. */
import { wholeText, withMarks } from "../../ui/preferences/number-marks.ts";
import { Usd } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import type { Transparency } from "./transparency.ts";
import { deskTexts as texts, transparencyTexts } from "./strings.ts";

type Forex = Transparency["forex"];

export function DeskPanel({ forex }: { forex: Forex }) {
  return (
    <Panel
      title={texts.title}
      tags={<Tag>{forex.isOpen ? texts.open : texts.closed}</Tag>}
      foot={texts.text}
      isFlush
    >
      <div className="px-5 py-4 max-md:px-4">
        <Results forex={forex} />
      </div>
      <Exposure exposure={forex.exposure} />
    </Panel>
  );
}

function Results({ forex }: { forex: Forex }) {
  const { losingAccountsPercent12m: losingPercent } = forex;
  return (
    <KeyValues>
      <KeyValue label={texts.source}>{texts.sources[forex.source]}</KeyValue>
      <KeyValue label={texts.closedResult}>
        <Result cents={forex.resultCents} />
      </KeyValue>
      <KeyValue label={texts.openResult}>
        <Result cents={forex.openResultCents} />
      </KeyValue>
      <KeyValue label={texts.total} isSum>
        <Result cents={forex.totalResultCents} />
      </KeyValue>
      <KeyValue label={texts.positions}>{wholeText(forex.openPositions)}</KeyValue>
      <KeyValue label={texts.losing}>
        {losingPercent === null ? texts.tooFew : texts.losingShare(withMarks(losingPercent))}
      </KeyValue>
      <KeyValue label={texts.counted}>{wholeText(forex.countedAccounts12m)}</KeyValue>
    </KeyValues>
  );
}

function Result({ cents }: { cents: number | null }) {
  return cents === null ? transparencyTexts.unknown : <Usd cents={cents} isSigned />;
}

function Exposure({ exposure }: Pick<Forex, "exposure">) {
  return (
    <div className="border-t border-line">
      <h3 className="px-5 pt-4 pb-1 text-xs font-medium text-fg-2 max-md:px-4">{texts.exposure}</h3>
      {exposure.length === 0 ? (
        <p className="px-5 pb-4 text-sm text-fg-2 max-md:px-4">{texts.flat}</p>
      ) : (
        <Table
          isDense
          caption={texts.exposure}
          columns={[texts.currency, texts.side, { label: texts.amount, isNumber: true }]}
        >
          {exposure.map(({ currency, cents }) => (
            <tr key={currency}>
              <Cell>{currency}</Cell>
              <Cell>{cents > 0 ? texts.long : texts.short}</Cell>
              <Cell className="num">
                <Usd cents={Math.abs(cents)} hasUnit={false} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}
