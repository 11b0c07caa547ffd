/** Lists users' last withdrawals, which anybody can look up on the chain. */
import { Link } from "@tanstack/react-router";
import { truncateMiddle } from "../../ui/amounts/truncate-middle.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { withZone } from "../../ui/time/time-text.ts";
import { When } from "../../ui/time/When.tsx";
import type { Transparency } from "./transparency.ts";
import { withdrawalTexts as texts } from "./strings.ts";

export function WithdrawalsPanel({ withdrawals }: Pick<Transparency, "withdrawals">) {
  if (withdrawals.length === 0)
    return (
      <Panel title={texts.title} isFlush>
        <Empty title={texts.empty}>{texts.emptyText}</Empty>
      </Panel>
    );
  return (
    <Panel title={texts.title} foot={texts.foot} isFlush>
      <Table
        shape="stack"
        isDense
        caption={texts.title}
        columns={[
          withZone(texts.at),
          { label: texts.amount, isNumber: true },
          { label: texts.confirmations, isNumber: true },
          texts.txid,
        ]}
      >
        {withdrawals.map(({ at, txid, confirmations, amountSats }) => (
          <tr key={txid}>
            <Cell label={withZone(texts.at)}>
              <When at={at} />
            </Cell>
            <Cell label={texts.amount} className="num">
              <Amount sats={amountSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={texts.confirmations} className="num">
              {wholeText(confirmations)}
            </Cell>
            <Cell label={texts.txid}>
              <Link {...paths.transaction(txid)} translate="no" title={txid} className="mono">
                {truncateMiddle(txid)}
              </Link>
            </Cell>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}
