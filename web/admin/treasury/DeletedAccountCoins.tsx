/**
 * Deposits to addresses of deleted accounts. The treasury holds these coins until administrators
 * decide.
 */
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { TransactionLink } from "../../features/wallet/tracker/TransactionLink.tsx";
import { leftTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

const { columns } = texts;

/** Hidden if there are no such deposits, as on most installations. */
export function DeletedAccountCoins({ left }: Pick<Treasury, "left">) {
  if (left.count === 0) return null;
  return (
    <Panel title={texts.title} foot={texts.foot(left.count, left.items.length)} isFlush>
      <Table
        shape="stack"
        caption={texts.title}
        columns={[
          columns.at,
          { label: columns.amount, isNumber: true },
          columns.transaction,
          columns.account,
        ]}
      >
        {left.items.map(({ id, creditedAt, amountSats, txid, leftBy }) => (
          <tr key={id}>
            <Cell label={columns.at} className="text-fg-2">
              <When at={creditedAt} />
            </Cell>
            <Cell label={columns.amount} className="num font-medium">
              <Amount sats={amountSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.transaction}>
              <TransactionLink id={txid} />
            </Cell>
            <Cell label={columns.account} className="mono text-fg-2">
              <span className="break-all whitespace-normal">{leftBy}</span>
            </Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
