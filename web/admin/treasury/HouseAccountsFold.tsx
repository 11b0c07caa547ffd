/** Lists the house accounts with explanations, and shows whether all sold products are covered. */
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { NotMonitored, Tag } from "../../ui/layout/Tag.tsx";
import { factTexts, treasuryTexts as texts } from "./strings.ts";
import type { Treasury } from "./treasury.ts";

export function HouseAccountsFold({ treasury: { house, conversion } }: { treasury: Treasury }) {
  const accounts = Object.entries({ ...house, ...conversion });
  return (
    <Fold title={texts.house} isFlush fact={factTexts.accounts(accounts.length)}>
      <Table
        shape="duo"
        caption={texts.house}
        columns={[
          texts.account,
          texts.meaning,
          { label: texts.btc, isNumber: true },
          { label: texts.usd, isNumber: true },
        ]}
      >
        {accounts.map(([key, { sats, cents, isUsed }]) => {
          const [name, meaning] = texts.accounts[key] ?? [key, ""];
          return (
            <tr key={key}>
              <Cell className="lead">{name}</Cell>
              <Cell label={texts.meaning} className="full text-fg-2">
                <span className="block max-w-xl min-w-0 py-1.5 whitespace-normal">{meaning}</span>
              </Cell>
              <Cell label={texts.btc} className="num full">
                {isUsed ? <Amount sats={sats} unit="BTC" hasUnit={false} /> : <Unused name={key} />}
              </Cell>
              <Cell label={texts.usd} className="num full">
                {isUsed ? <Usd cents={cents} hasUnit={false} /> : <Unused name={key} />}
              </Cell>
            </tr>
          );
        })}
      </Table>
    </Fold>
  );
}

/** Accounts of products that are not offered yet and therefore have no transfers. */
const WITHOUT_SOURCE: readonly string[] = ["clearing"];

function Unused({ name }: { name: string }) {
  if (WITHOUT_SOURCE.includes(name)) return <NotMonitored />;
  return <span className="text-fg-3">{texts.unused}</span>;
}

export function CoverFold({ cover }: { cover: Treasury["cover"] }) {
  const { owedSats, fundsSats, solvencySats, days, dueSats, atHandSats } = cover;
  return (
    <Fold
      title={texts.cover}
      isOpen={!cover.isCovered}
      fact={
        cover.isCovered ? (
          <Tag kind="up">{factTexts.covered}</Tag>
        ) : (
          <Tag kind="down">{factTexts.notCovered}</Tag>
        )
      }
      foot={cover.isCovered ? texts.coverYes : undefined}
    >
      <h3 className="pb-1 text-xs font-medium text-fg-2">{texts.solvency}</h3>
      <KeyValues>
        <KeyValue label={texts.funds}>
          <Amount sats={fundsSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.owedInAll}>
          <Amount sats={owedSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.above} isSum>
          <Amount sats={solvencySats} unit="BTC" isSigned />
        </KeyValue>
      </KeyValues>
      <h3 className="pt-4 pb-1 text-xs font-medium text-fg-2">{texts.liquidity(days)}</h3>
      <KeyValues>
        <KeyValue label={texts.atHand}>
          <Amount sats={atHandSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.due(days)}>
          <Amount sats={dueSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.above} isSum>
          <Amount sats={cover.liquiditySats} unit="BTC" isSigned />
        </KeyValue>
      </KeyValues>
      {cover.isCovered ? null : (
        <div className="mt-3">
          <Note kind="bad">{texts.coverNo}</Note>
        </div>
      )}
    </Fold>
  );
}
