/** Shows income, cost, and profit or loss per product and kind of transfer. */
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { codeWords } from "../account-history/strings.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { useReferenceRate, useUnit } from "../../ui/preferences/unit.ts";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts, productNames } from "./strings.ts";

type Product = Analytics["products"][number];

const columns = texts.productColumns;

export function ProductTable({ analytics }: { analytics: Analytics }) {
  const { products, btc } = analytics;
  const unit = useUnit();
  const hasRate = useReferenceRate() !== undefined;
  const shown = unit === "USD" && !hasRate ? "BTC" : unit;
  return (
    <Panel title={texts.products} isFlush>
      {products.length === 0 ? (
        <Empty
          title={texts.noProducts}
          action={
            <Link {...paths.purchasePower} className={buttonClass()}>
              {texts.noProductsAction}
            </Link>
          }
        >
          {texts.utc}
        </Empty>
      ) : (
        <Table
          shape="duo"
          caption={texts.products}
          columns={[
            columns.product,
            { label: `${columns.income}, ${shown}`, isNumber: true },
            { label: `${columns.cost}, ${shown}`, isNumber: true },
            { label: `${columns.result}, ${shown}`, isNumber: true },
          ]}
        >
          {products.map((product) => (
            <ProductRows key={product.product} product={product} />
          ))}
          <AmountRow name={texts.allProducts} income={btc.income} cost={btc.cost} isStrong />
        </Table>
      )}
    </Panel>
  );
}

function ProductRows({ product }: { product: Product }) {
  const lines = product.lines.filter(({ sats }) => sats !== 0);
  const usd = product.lines.filter(({ cents }) => cents !== 0);
  return (
    <>
      <AmountRow
        name={productNames[product.product]}
        income={product.incomeSats}
        cost={product.costSats}
        isStrong
      />
      {lines.map(({ code, side, sats }) => (
        <AmountRow
          key={code}
          name={codeWords(code)}
          {...(side === "income" ? { income: sats } : { cost: sats })}
        />
      ))}
      {usd.map(({ code, side, cents }) => (
        <Fragment key={code}>
          <UsdRow name={codeWords(code)} side={side} cents={cents} />
        </Fragment>
      ))}
    </>
  );
}

function AmountRow(props: { name: string; income?: number; cost?: number; isStrong?: boolean }) {
  const { name, income, cost, isStrong = false } = props;
  return (
    <tr>
      <Cell className={isStrong ? "lead font-[550]" : "full text-fg-2 md:pl-9!"}>{name}</Cell>
      <AmountCell label={columns.income} sats={income} isStrong={isStrong} />
      <AmountCell label={columns.cost} sats={cost} isStrong={isStrong} />
      <Cell label={columns.result} className={isStrong ? "num full font-medium" : "num hide-small"}>
        {isStrong ? <Amount sats={(income ?? 0) - (cost ?? 0)} isResult hasUnit={false} /> : null}
      </Cell>
    </tr>
  );
}

/** Empty cells are hidden when the table is shown as a list. */
function AmountCell(props: { label: string; sats: number | undefined; isStrong: boolean }) {
  const { label, sats, isStrong } = props;
  if (sats === undefined) return <Cell className="num hide-small" />;
  return (
    <Cell label={label} className={isStrong ? "num font-medium" : "num text-fg-2"}>
      <Amount sats={sats} hasUnit={false} />
    </Cell>
  );
}

/** Movements of the dollar account, which the bitcoin columns do not include. */
function UsdRow(props: { name: string; side: "income" | "cost"; cents: number }) {
  return (
    <tr>
      <Cell className="full text-fg-2 md:pl-9!">{texts.dollarAccount(props.name)}</Cell>
      <Cell label={columns.income} className="num text-fg-2">
        {props.side === "income" ? <Usd cents={props.cents} /> : null}
      </Cell>
      <Cell label={columns.cost} className="num text-fg-2">
        {props.side === "cost" ? <Usd cents={props.cents} /> : null}
      </Cell>
      <Cell className="num hide-small" />
    </tr>
  );
}
