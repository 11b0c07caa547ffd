/** Shows the prices, profit or loss, and exposure of the Forex desk. */
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Usd } from "../../ui/figures/Amount.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { NotMonitored } from "../../ui/layout/Tag.tsx";
import { secondsText } from "./measures.ts";
import { deskTexts as texts, runningTexts } from "./strings.ts";

type Desk = NonNullable<ApiAnswer<"getAdminStats">["forex"]>;

export function ForexDesk({ desk }: { desk: Desk | null }) {
  return (
    <Fold
      title={texts.title}
      isOpen={desk !== null && desk.isOpen && desk.ageSeconds === null}
      fact={
        desk === null ? (
          <NotMonitored />
        ) : (
          runningTexts.positions(wholeText(desk.openPositions), ageText(desk))
        )
      }
    >
      {desk === null ? (
        <NotMonitored />
      ) : (
        <>
          <KeyValues>
            <KeyValue label={texts.source}>
              <span title={desk.label}>{texts.sources[desk.source]}</span>
            </KeyValue>
            <KeyValue label={texts.age}>{ageText(desk)}</KeyValue>
            <KeyValue label={texts.result}>
              <Usd cents={desk.resultCents} isSigned />
            </KeyValue>
            <KeyValue label={texts.openResult}>
              {desk.openResultCents === null ? (
                texts.noPrice
              ) : (
                <Usd cents={desk.openResultCents} isSigned />
              )}
            </KeyValue>
            <KeyValue label={texts.stopOuts}>
              {texts.stopOutCounts(wholeText(desk.stopOutsInDay), wholeText(desk.stopOutsInWeek))}
            </KeyValue>
            <KeyValue label={texts.positions}>{wholeText(desk.openPositions)}</KeyValue>
          </KeyValues>
          {desk.exposure.length === 0 ? null : <Exposure of={desk.exposure} />}
        </>
      )}
    </Fold>
  );
}

function Exposure({ of }: { of: Desk["exposure"] }) {
  return (
    <>
      <h3 className="pt-4 pb-1 text-xs font-medium text-fg-2">{texts.exposure}</h3>
      <Table
        isDense
        caption={texts.exposure}
        columns={[texts.instrument, numberColumn(texts.units), numberColumn(texts.value)]}
      >
        {of.map(({ instrument, units, cents }) => (
          <tr key={instrument}>
            <Cell>{instrument.replace("_", "/")}</Cell>
            <Cell className="num">{wholeText(units).replace("-", "\u2212")}</Cell>
            <Cell className="num">
              <Usd cents={cents} isSigned hasUnit={false} />
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}

function ageText({ isOpen, ageSeconds }: Desk): string {
  if (!isOpen) return texts.closed;
  return ageSeconds === null ? texts.noPrice : texts.ago(secondsText(ageSeconds));
}

function numberColumn(label: string) {
  return { label, isNumber: true };
}
