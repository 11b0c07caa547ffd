/** Lists the user's ledger entries of a receipt, with their versions. */
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { withZone } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import { codeWords } from "../account-history/strings.ts";
import type { Receipt } from "./receipt.ts";
import { receiptTexts as texts } from "./strings.ts";

const { columns } = texts;

export function ReceiptTransfers({ transfers }: Pick<Receipt, "transfers">) {
  if (transfers.length === 0)
    return (
      <Panel title={texts.transfers}>
        <p className="text-sm text-fg-2">{texts.none}</p>
      </Panel>
    );
  return (
    <Panel title={texts.transfers} isFlush>
      <Table
        shape="stack"
        isDense
        caption={texts.transfers}
        columns={[
          withZone(columns.at),
          columns.code,
          columns.account,
          { label: columns.version, isNumber: true },
          { label: columns.amount, isNumber: true },
        ]}
      >
        {transfers.flatMap(entriesOf).map((entry) => (
          <tr key={entry.key}>
            <Cell label={withZone(columns.at)}>
              <When at={entry.at} />
            </Cell>
            <Cell label={columns.code}>{codeWords(entry.code)}</Cell>
            <Cell label={columns.account}>{texts.accounts[entry.account]}</Cell>
            <Cell label={columns.version} className="num">
              {wholeText(entry.version)}
            </Cell>
            <Cell label={columns.amount} className="num">
              {entry.asset === "BTC" ? (
                <Amount sats={entry.amount} unit="BTC" isSigned />
              ) : (
                <Usd cents={entry.amount} isSigned />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

/** A transfer between two accounts of the user has two entries. */
function entriesOf({ id, at, code, asset, amount, debit, credit }: Receipt["transfers"][number]) {
  return [
    { ...debit, amount: -amount },
    { ...credit, amount },
  ].flatMap(({ account, version, amount: signed }) =>
    version === null
      ? []
      : [{ key: `${id} ${account}`, at, code, asset, account, version, amount: signed }],
  );
}
