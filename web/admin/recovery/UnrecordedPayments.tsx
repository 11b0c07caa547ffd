/** Lists on-chain payments by the platform that match no withdrawal in the restored books. */
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { TransactionLink } from "../../features/wallet/tracker/TransactionLink.tsx";
import type { Recovery } from "./recovery.ts";
import { recoveryTexts as texts } from "./strings.ts";

const columns = texts.unrecordedColumns;

export function UnrecordedPayments({ recovery: { unrecorded } }: { recovery: Recovery }) {
  return (
    <section className="border-t border-line">
      <h3 className="px-5 pt-4 text-sm font-semibold max-md:px-4">{texts.unrecorded}</h3>
      <p className="px-5 py-2 text-xs text-fg-2 max-md:px-4">{texts.unrecordedFoot}</p>
      <Table
        shape="stack"
        caption={texts.unrecorded}
        columns={[
          columns.to,
          { label: columns.amount, isNumber: true },
          columns.transaction,
          columns.state,
        ]}
      >
        {unrecorded.map(({ txid, unexplainedSats, addresses, confirmations }) => (
          <tr key={txid}>
            <Cell label={columns.to}>
              <span className="grid min-w-0 gap-0.5">
                {addresses.length === 0
                  ? texts.fee
                  : addresses.map((address) => (
                      <TxId key={address} value={address} label={texts.address} />
                    ))}
              </span>
            </Cell>
            <Cell label={columns.amount} className="num font-medium">
              <Amount sats={unexplainedSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.transaction}>
              <TransactionLink id={txid} hasCopy={false} />
            </Cell>
            <Cell label={columns.state}>{texts.confirmations(confirmations)}</Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}
