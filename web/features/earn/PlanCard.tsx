/**
 * Shows one investment plan: rate, minimum, term and features. The plan's dialog shows the estimate
 * before any money moves.
 */
import { useId, useState } from "react";
import { btcShort } from "../../ui/amounts/amount-format.ts";
import { dateText } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import type { Fund, Product } from "./earn-terms.ts";
import { InterestGauge } from "./InterestGauge.tsx";
import { InvestDialog } from "./InvestDialog.tsx";
import type { ServerTime } from "./server-clock.ts";
import { earnRefusals, earnTexts, investTexts as texts } from "./strings.ts";

export function PlanCard(props: {
  product: Product;
  products: readonly Product[];
  fund: Fund;
  availableSats: number | undefined;
  time: ServerTime;
}) {
  const { product, availableSats } = props;
  const [isOpen, setIsOpen] = useState(false);
  const reason = product.isOpen ? undefined : (product.closedReason ?? earnTexts.closed);
  const isBeyond =
    reason === undefined && availableSats !== undefined && availableSats < product.minSats;
  const needsId = useId();
  const press = () => {
    const { title, text } = earnRefusals.investOver(product.name);
    const description = `${text} ${texts.leastOf(btcShort(product.minSats))}`;
    if (isBeyond) toast({ title, description, variant: "destructive" });
    else setIsOpen(true);
  };
  return (
    <article className="grid grid-rows-[auto_auto_1fr_auto] bg-surface" aria-label={product.name}>
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 px-[22px] pt-[18px] pb-4 max-md:px-4">
        <h2 className="text-[1.125rem] leading-6 font-semibold tracking-[-0.012em]">
          {product.name}
        </h2>
        <span className="text-right text-[1.125rem] font-[550]">
          {earnTexts.rateText(product.apyPercent, product.apyIsFloor)}
        </span>
        {product.nextApy === null ? null : (
          <p className="col-span-2 text-right text-sm text-fg-2">
            {earnTexts.nextRate(
              product.nextApy.apyPercent,
              dateText(new Date(product.nextApy.validFrom)),
            )}
          </p>
        )}
      </div>
      <InterestGauge product={product} all={props.products} />
      <div className="flex flex-col px-[22px] pt-2 pb-1 max-md:px-4">
        <KeyValues>
          <KeyValue label={texts.minimum}>{btcShort(product.minSats)} BTC</KeyValue>
          <KeyValue label={texts.term}>
            {product.durationDays === null
              ? earnTexts.flexible
              : earnTexts.days(product.durationDays)}
          </KeyValue>
        </KeyValues>
        <ul className="grid gap-1 py-3 text-sm text-fg-2">
          {product.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        {/* Placed above the button, so that the buttons of all plans stay aligned. */}
        {isBeyond ? (
          <p id={needsId} className="mt-auto pb-1 text-xs text-fg-2">
            {texts.leastOf(btcShort(product.minSats))} {texts.has(btcShort(availableSats))}
          </p>
        ) : null}
      </div>
      <div className="grid gap-2 px-[22px] pt-1 pb-5 max-md:px-4">
        <Button
          isBlock
          isUnready={isBeyond}
          disabledReason={reason}
          aria-describedby={isBeyond ? needsId : undefined}
          aria-label={`${texts.invest}: ${product.name}`}
          onClick={press}
        >
          {texts.invest}
        </Button>
        <p className="text-xs text-fg-2">{texts.paysNote}</p>
      </div>
      {isOpen && availableSats !== undefined ? (
        <InvestDialog
          product={product}
          fund={props.fund}
          availableSats={BigInt(availableSats)}
          time={props.time}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </article>
  );
}
