/** What each earn product has promised, and whether the reserve holds all of it. */
import { wholeText } from "../../preferences/number-marks.ts";
import { Amount } from "../../ui/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Cell, Table } from "../../ui/Table.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

const { columns } = texts;

export function ReservesPanel({ earn }: Pick<Treasury, "earn">) {
  const { products, promisedSats, lockedSats, freeSats, targetSats } = earn;
  return (
    <Panel title={texts.reserves} isFlush foot={texts.reservesFoot}>
      <Table
        shape="duo"
        caption={texts.reserves}
        columns={[
          columns.product,
          { label: columns.positions, isNumber: true },
          { label: columns.principal, isNumber: true },
          { label: columns.promised, isNumber: true },
          columns.state,
        ]}
      >
        {products.map((product) => (
          <tr key={product.productId}>
            <Cell className="lead">{product.name}</Cell>
            <Cell label={columns.positions} className="num full">
              {wholeText(product.positions)}
            </Cell>
            <Cell label={columns.principal} className="num full">
              <Amount sats={product.principalSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.promised} className="num full">
              <Amount sats={product.promisedSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.state} className="full">
              {product.closedReason === null ? (
                texts.open
              ) : (
                <span className="block max-w-96 min-w-0 text-down whitespace-normal">
                  {product.closedReason}
                </span>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      <div className="border-t border-line px-5 py-3 max-md:px-4">
        <KeyValues>
          <KeyValue label={`${texts.total}: ${texts.promised.toLowerCase()}`}>
            <Amount sats={promisedSats} unit="BTC" />
          </KeyValue>
          <KeyValue label={texts.locked}>
            <Amount sats={lockedSats} unit="BTC" />
          </KeyValue>
          <KeyValue label={texts.difference}>
            {lockedSats === promisedSats ? (
              <Tag kind="up">{texts.even}</Tag>
            ) : (
              <Amount sats={lockedSats - promisedSats} unit="BTC" isSigned />
            )}
          </KeyValue>
          <KeyValue label={texts.free}>
            <Amount sats={freeSats} unit="BTC" />
          </KeyValue>
          <KeyValue label={texts.fundTarget}>
            <Amount sats={targetSats} unit="BTC" />
          </KeyValue>
        </KeyValues>
      </div>
    </Panel>
  );
}
