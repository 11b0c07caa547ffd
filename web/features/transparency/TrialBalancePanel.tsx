/** Shows the balance of each account class, and whether the balances of each asset sum to zero. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { className } from "./class-name.ts";
import type { Transparency } from "./transparency.ts";
import { trialTexts as texts } from "./strings.ts";

type Ledger = Transparency["ledger"];
type Asset = Ledger["classes"][number]["asset"];

export function TrialBalancePanel({ ledger }: { ledger: Ledger }) {
  const isEven = ledger.sumSats === 0 && ledger.sumCents === 0;
  return (
    <Panel
      title={texts.title}
      tags={<Tag kind={isEven ? "up" : "down"}>{isEven ? texts.addsUp : texts.doesNotAddUp}</Tag>}
      foot={texts.foot}
      isFlush
    >
      <p className="max-w-[72ch] px-5 py-4 text-sm text-fg-2 max-md:px-4">{texts.lead}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start border-t border-line xl:grid-cols-2 divide-line max-xl:divide-y xl:divide-x">
        <AssetTable asset="BTC" classes={ledger.classes} sum={ledger.sumSats} />
        <AssetTable asset="USD" classes={ledger.classes} sum={ledger.sumCents} />
      </div>
    </Panel>
  );
}

function AssetTable(props: { asset: Asset; classes: Ledger["classes"]; sum: number }) {
  const { asset, sum } = props;
  const balance = texts.balance(asset);
  const money = (amount: number) => (
    <Cell label={balance} className="num full">
      {asset === "BTC" ? (
        <Amount sats={amount} unit="BTC" hasUnit={false} />
      ) : (
        <Usd cents={amount} hasUnit={false} />
      )}
    </Cell>
  );
  return (
    <Table
      shape="duo"
      isDense
      caption={texts.caption(asset)}
      columns={[
        texts.name,
        { label: texts.count, isNumber: true },
        { label: balance, isNumber: true },
      ]}
    >
      {props.classes
        .filter((one) => one.asset === asset)
        .map((one) => (
          <tr key={one.name}>
            <Cell className="lead">{className(one.name)}</Cell>
            <Cell label={texts.count} className="num full text-fg-2">
              {wholeText(one.accounts)}
            </Cell>
            {money(one.balance)}
          </tr>
        ))}
      <tr className="font-semibold">
        <Cell className="lead">{texts.sum}</Cell>
        <Cell className="hide-small" />
        {money(sum)}
      </tr>
    </Table>
  );
}
