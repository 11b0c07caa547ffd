/**
 * Explains how interest is calculated: the formula, each rate with its start date, and the interest
 * on 1 BTC.
 */
import { dateText } from "../../ui/time/time-text.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { ShowWorking } from "../../ui/dialogs/ShowWorking.tsx";
import { DAYS_AHEAD, estimateSats, type Product } from "./earn-terms.ts";
import { earnTexts as texts } from "./strings.ts";

const ONE_BTC = 100_000_000n;

export function EarnWorking({ products }: { products: readonly Product[] }) {
  return (
    <ShowWorking>
      <p className="mono text-sm">{texts.workingFormula}</p>
      <KeyValues>
        {products.map((product) => (
          <KeyValue
            key={product.id}
            label={texts.workingCase(
              product.name,
              product.apyPercent,
              product.durationDays ?? DAYS_AHEAD,
            )}
          >
            <Amount sats={estimateSats(product, ONE_BTC)} unit="BTC" />
          </KeyValue>
        ))}
      </KeyValues>
      <p className="text-xs text-fg-2">{texts.workingNote}</p>
      <p className="text-xs text-fg-2">
        {texts.workingSince}{" "}
        {products.map(({ name, apySince }) => `${name} ${dateText(new Date(apySince))}`).join(", ")}
        .
      </p>
    </ShowWorking>
  );
}
