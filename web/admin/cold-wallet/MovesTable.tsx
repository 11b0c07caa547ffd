/** Lists the latest transfers to the cold wallet. */
import { When } from "../../ui/time/When.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { TxId } from "../../ui/figures/TxId.tsx";
import { transferStateText, type Move } from "./cold-wallet.ts";
import { moveTexts as texts } from "./strings.ts";

export function MovesTable({ moves }: { moves: readonly Move[] }) {
  return (
    <Table
      shape="stack"
      caption={texts.caption}
      columns={[
        texts.transaction,
        { label: texts.amount, isMoney: true },
        { label: texts.fee, isMoney: true },
        texts.state,
        texts.when,
      ]}
    >
      {moves.map((move) => (
        <tr key={move.id}>
          <Cell className="lead">
            <TxId value={move.txid} />
          </Cell>
          <Cell label={texts.amount} isMoney>
            <Amount sats={move.amountSats} hasUnit={false} />
          </Cell>
          <Cell label={texts.fee} isMoney>
            <Amount sats={move.minerFeeSats} hasUnit={false} />
          </Cell>
          <Cell label={texts.state} className="text-fg-2">
            <span className="block min-w-0 whitespace-normal">{transferStateText(move)}</span>
          </Cell>
          <Cell label={texts.when}>
            <When at={move.chosenAt} isAgo />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
