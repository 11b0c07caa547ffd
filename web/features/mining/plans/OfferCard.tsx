/**
 * Card for a plan or a rig: name and price, a gauge of the expected profit or loss, figures,
 * features, and the button with a reason below it.
 */
import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { ModelledTag } from "../../../ui/figures/ModelledTag.tsx";

interface OfferCardProps {
  name: string;
  price: string;
  size: ReactNode;
  /** True if `size` is a hash rate. */
  isMining: boolean;
  /** Label opposite the size: the term of a plan, or the type of a rig. */
  kind: string;
  gauge: ReactNode;
  figures: ReactNode;
  features: readonly string[];
  buy: string;
  /** True for the offer with the view's primary button. */
  isLead: boolean;
  closedReason: string | undefined;
  /** Expected profit or loss, shown below the button while the offer can be bought. */
  reason: string;
  /** Results of the offer for past starting days since 2013. */
  replay?: ReactNode;
  onBuy: () => void;
  children: ReactNode;
}

export function OfferCard(props: OfferCardProps) {
  const { name, features, buy, closedReason } = props;
  return (
    <article className="grid grid-rows-[auto_auto_1fr_auto] bg-surface" aria-label={name}>
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-[22px] pt-[18px] pb-4 max-md:px-4">
        <h2 className="text-[1.125rem] leading-6 font-semibold tracking-[-0.012em]">{name}</h2>
        <span className="text-right text-[1.125rem] font-[550]">{props.price}</span>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="text-sm text-fg-2">{props.size}</p>
          {props.isMining ? <ModelledTag /> : null}
        </div>
        <p className="text-right text-sm text-fg-2">{props.kind}</p>
      </div>
      {props.gauge}
      <div className="px-[22px] pt-2 pb-1 max-md:px-4">
        <KeyValues>{props.figures}</KeyValues>
        <ul className="grid gap-1 py-3 text-sm text-fg-2">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2 px-[22px] pt-1 pb-5 max-md:px-4">
        <Button
          isBlock
          variant={props.isLead ? "primary" : "default"}
          disabledReason={closedReason}
          aria-label={`${buy}: ${name}`}
          onClick={props.onBuy}
        >
          {buy}
        </Button>
        {closedReason === undefined ? <p className="text-xs text-fg-2">{props.reason}</p> : null}
        {props.replay}
      </div>
      {props.children}
    </article>
  );
}
