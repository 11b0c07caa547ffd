/**
 * Shows the debit and credit balances for each account class and asset, and whether debits equal
 * credits.
 */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

type Trial = Treasury["trialBalance"];
type Asset = Trial["assets"][number]["asset"];

export function TrialBalance({ trial }: { trial: Trial }) {
  return (
    <>
      {trial.assets.map((asset) => (
        <AssetFold key={asset.asset} total={asset} classes={trial.classes} />
      ))}
    </>
  );
}

function AssetFold(props: { total: Trial["assets"][number]; classes: Trial["classes"] }) {
  const { asset, debits, credits, isBalanced } = props.total;
  const { trialColumns: columns } = texts;
  const title = `${texts.trial}, ${asset}`;
  return (
    <Fold
      title={title}
      isOpen={!isBalanced}
      fact={
        isBalanced ? (
          <Tag kind="up">{texts.balanced}</Tag>
        ) : (
          <Tag kind="down">{texts.unbalanced}</Tag>
        )
      }
      isFlush
      foot={texts.trialFoot}
    >
      <Table
        shape="duo"
        isDense
        caption={title}
        columns={[
          columns.name,
          { label: columns.count, isNumber: true },
          { label: columns.transfers, isNumber: true },
          { label: columns.debits, isNumber: true },
          { label: columns.credits, isNumber: true },
        ]}
      >
        {props.classes
          .filter((line) => line.asset === asset)
          .map((line) => (
            <tr key={line.name}>
              <Cell className="lead">{texts.classes[line.name] ?? nameOf(line.name)}</Cell>
              <Cell label={columns.count} className="num text-fg-2">
                {wholeText(line.accounts)}
              </Cell>
              <Cell label={columns.transfers} className="num text-fg-2">
                {wholeText(line.transfers)}
              </Cell>
              <Sides asset={asset} debits={line.debits} credits={line.credits} />
            </tr>
          ))}
        <tr className="font-semibold">
          <Cell className="lead">{texts.sum}</Cell>
          <Cell className="hide-small" />
          <Cell className="hide-small" />
          <Sides asset={asset} debits={debits} credits={credits} />
        </tr>
      </Table>
    </Fold>
  );
}

function Sides(props: { asset: Asset; debits: number; credits: number }) {
  const { trialColumns: columns } = texts;
  return (
    <>
      <Cell label={columns.debits} className="num full">
        <Money asset={props.asset} amount={props.debits} />
      </Cell>
      <Cell label={columns.credits} className="num full">
        <Money asset={props.asset} amount={props.credits} />
      </Cell>
    </>
  );
}

function Money({ asset, amount }: { asset: Asset; amount: number }) {
  return asset === "BTC" ? (
    <Amount sats={amount} unit="BTC" hasUnit={false} />
  ) : (
    <Usd cents={amount} hasUnit={false} />
  );
}

/** Formats an account name: `house:earn-funding:BTC` becomes `house earn-funding`. */
function nameOf(account: string): string {
  return account.replace(/:(BTC|USD)$/, "").replace(":", " ");
}
