/** Lists the platform's obligations from each product, and the funds for unreserved obligations. */
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Cell, Table } from "../../ui/layout/Table.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import type { Transparency } from "./transparency.ts";
import { productTexts as texts } from "./strings.ts";

type Product = Transparency["products"][number];

export function ProductsPanel({ products, cover }: Pick<Transparency, "products" | "cover">) {
  return (
    <Panel title={texts.title} foot={texts.foot} isFlush>
      <Table
        shape="duo"
        caption={texts.title}
        columns={[
          texts.name,
          { label: texts.open, isNumber: true },
          { label: texts.held, isNumber: true },
          { label: texts.owed, isNumber: true },
          texts.setAside,
          texts.sales,
        ]}
      >
        {products.map((product) => (
          <ProductRow key={product.name} product={product} />
        ))}
      </Table>
      <Cover cover={cover} />
    </Panel>
  );
}

function ProductRow({ product }: { product: Product }) {
  return (
    <tr>
      <Cell className="lead">{product.name}</Cell>
      <Cell label={texts.open} className="num full">
        {wholeText(product.open)}
      </Cell>
      <Cell label={texts.held} className="num full">
        <Amount sats={product.heldSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label={texts.owed} className="num full">
        <Amount sats={product.owedSats} unit="BTC" hasUnit={false} />
      </Cell>
      <Cell label={texts.setAside} className="full">
        {product.isSetAside ? texts.yes : texts.no}
      </Cell>
      <Cell label={texts.sales} className="full">
        {product.closedReason === null ? (
          texts.onSale
        ) : (
          <span className="block max-w-96 min-w-0 py-1.5 whitespace-normal">
            {product.closedReason}
          </span>
        )}
      </Cell>
    </tr>
  );
}

function Cover({ cover: { owedSats, fundsSats, isCovered } }: Pick<Transparency, "cover">) {
  return (
    <div className="border-t border-line px-5 py-4 max-md:px-4">
      <h3 className="pb-1 text-xs font-medium text-fg-2">{texts.cover}</h3>
      <KeyValues>
        <KeyValue label={texts.unreserved}>
          <Amount sats={owedSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.funds}>
          <Amount sats={fundsSats} unit="BTC" />
        </KeyValue>
        <KeyValue label={texts.state}>
          <Tag kind={isCovered ? "up" : "down"}>{isCovered ? texts.covered : texts.notCovered}</Tag>
        </KeyValue>
      </KeyValues>
    </div>
  );
}
