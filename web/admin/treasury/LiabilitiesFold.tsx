/**
 * Shows the platform's obligations from all sold products, and whether the reserve holds the
 * promised interest.
 */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { factTexts, treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

const { columns } = texts;

/**
 * True if the obligation is listed. Obligations paid from the reserve are always listed. Other
 * obligations are listed until they are settled.
 */
function isShown({ isSetAside, open }: Treasury["liabilities"][number]): boolean {
  return isSetAside || open > 0;
}

/**
 * Shows how an obligation is covered. Products paid from mining and treasury can be sold only while
 * these accounts hold enough coins.
 */
function State({ isSetAside }: { isSetAside: boolean }) {
  return isSetAside ? texts.open : <span className="text-fg-3">{texts.covered}</span>;
}

export function LiabilitiesFold({ treasury: { liabilities, reserve } }: { treasury: Treasury }) {
  const { promisedSats, lockedSats, freeSats, targetSats } = reserve;
  const owed = liabilities.reduce((sum, { owedSats }) => sum + owedSats, 0);
  return (
    <Fold
      title={texts.liabilities}
      isFlush
      isOpen={lockedSats !== promisedSats}
      fact={
        <>
          <Amount sats={owed} unit="BTC" /> {factTexts.stillToPay}
        </>
      }
      foot={texts.liabilitiesFoot}
    >
      <Table
        shape="duo"
        caption={texts.liabilities}
        columns={[
          columns.what,
          { label: columns.open, isNumber: true },
          { label: columns.held, isNumber: true },
          { label: columns.owed, isNumber: true },
          columns.from,
          columns.state,
        ]}
      >
        {liabilities.filter(isShown).map((product) => (
          <tr key={product.name}>
            <Cell className="lead">{product.name}</Cell>
            <Cell label={columns.open} className="num full">
              {wholeText(product.open)}
            </Cell>
            <Cell label={columns.held} className="num full">
              <Amount sats={product.heldSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.owed} className="num full">
              <Amount sats={product.owedSats} unit="BTC" hasUnit={false} />
            </Cell>
            <Cell label={columns.from} className="full">
              {product.isSetAside ? texts.fromReserve : texts.fromTreasury}
            </Cell>
            <Cell label={columns.state} className="full">
              {product.closedReason === null ? (
                <State isSetAside={product.isSetAside} />
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
          <KeyValue label={texts.promised}>
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
    </Fold>
  );
}
