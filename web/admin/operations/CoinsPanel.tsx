/** Shows the wallet's coins by origin and by the time when they become spendable. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { EmptyPanel } from "../../ui/loading/EmptyPanel.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import type { Operations } from "./operations.ts";
import { coinTexts as texts } from "./strings.ts";

type Coins = Operations["coins"];

export function CoinsPanel({ coins }: { coins: Coins }) {
  if (coins.sums.length === 0) return <EmptyPanel title={texts.title}>{texts.empty}</EmptyPanel>;
  return (
    <Panel title={texts.title} foot={texts.foot} isFlush>
      <CoinsTable sums={coins.sums} />
      <div className="border-t border-line px-5 py-2 max-md:px-4">
        <Extremes coins={coins} />
      </div>
    </Panel>
  );
}

function CoinsTable({ sums }: Pick<Coins, "sums">) {
  const allCount = sums.reduce((sum, { count }) => sum + count, 0);
  const allSats = sums.reduce((sum, { sats }) => sum + BigInt(sats), 0n);
  return (
    <Table
      shape="stack"
      isDense
      caption={texts.title}
      columns={[
        texts.kind,
        texts.standing,
        { label: texts.count, isNumber: true },
        { label: texts.amount, isMoney: true },
      ]}
    >
      {sums.map(({ kind, standing, count, sats }) => (
        <Row
          key={`${kind} ${standing}`}
          from={texts.kinds[kind]}
          standing={texts.standings[standing]}
          count={count}
          sats={sats}
        />
      ))}
      <Row from={texts.all} standing="" count={allCount} sats={allSats} />
    </Table>
  );
}

function Row(props: { from: string; standing: string; count: number; sats: bigint | number }) {
  return (
    <tr>
      <Cell className="lead">{props.from}</Cell>
      <Cell label={texts.standing} className={props.standing === "" ? "hide-small" : "text-fg-2"}>
        {props.standing}
      </Cell>
      <Cell label={texts.count} className="num">
        {wholeText(props.count)}
      </Cell>
      <Cell label={texts.amount} isMoney>
        <Amount sats={props.sats} hasUnit={false} />
      </Cell>
    </tr>
  );
}

function Extremes({ coins: { smallestSats, largestSats, small } }: { coins: Coins }) {
  return (
    <KeyValues>
      {smallestSats === null || largestSats === null ? null : (
        <KeyValue label={texts.smallest}>
          <span className="flex flex-wrap justify-end gap-x-2 whitespace-normal">
            <Amount sats={smallestSats} /> {texts.to}
            <Amount sats={largestSats} />
          </span>
        </KeyValue>
      )}
      <KeyValue label={texts.small}>
        <Small small={small} />
      </KeyValue>
    </KeyValues>
  );
}

function Small({ small }: Pick<Coins, "small">) {
  if (small === null) return <span className="font-normal text-fg-2">{texts.noRate}</span>;
  if (small.count === 0) return texts.none;
  return (
    <span className="flex flex-wrap justify-end gap-x-2 whitespace-normal">
      {texts.smallOf(wholeText(small.count))}
      <Amount sats={small.sats} />
    </span>
  );
}
