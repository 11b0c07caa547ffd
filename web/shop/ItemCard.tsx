/** One machine: what it earns and uses a day, and when it pays back or that it never does, before its price can be paid. */
import { useState } from "react";
import { decimalText, hashRateText } from "../mining/figure-text.ts";
import { PlanGauge } from "../mining/plans/PlanGauge.tsx";
import { dateText } from "../time/time-text.ts";
import { Usd } from "../ui/Amount.tsx";
import { usdText } from "../ui/amount-format.ts";
import { Button } from "../ui/Button.tsx";
import { KeyValue, KeyValues } from "../ui/KeyValues.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import { isFrame, priceText, type HardwareItem, type Shop } from "./shop-terms.ts";
import { shopTexts as texts } from "./strings.ts";

export function ItemCard({ item, shop }: { item: HardwareItem; shop: Shop }) {
  const [isOpen, setIsOpen] = useState(false);
  const { payBackAt, netCents } = item.expected;
  return (
    <article className="grid grid-rows-[auto_auto_1fr_auto] bg-surface" aria-label={item.name}>
      <Head item={item} />
      <PlanGauge
        resultCents={netCents}
        all={shop.items.map((one) => one.expected.netCents)}
        notes={texts.notes}
        floor={texts.floor}
      />
      <div className="px-[22px] pt-2 pb-1 max-md:px-4">
        <Figures item={item} />
        <ul className="grid gap-1 py-3 text-sm text-fg-2">
          {item.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <div className="grid gap-2 px-[22px] pt-1 pb-5 max-md:px-4">
        <Button
          isBlock
          variant={payBackAt === null ? "default" : "primary"}
          disabledReason={item.isOpen ? undefined : (item.closedReason ?? texts.closed)}
          aria-label={`${texts.buy}: ${item.name}`}
          onClick={() => setIsOpen(true)}
        >
          {texts.buy}
        </Button>
        {item.isOpen ? <p className="text-xs text-fg-2">{reasonOf(item)}</p> : null}
      </div>
      {isOpen ? <OrderDialog item={item} shop={shop} onClose={() => setIsOpen(false)} /> : null}
    </article>
  );
}

function Head({ item }: { item: HardwareItem }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-0.5 px-[22px] pt-[18px] pb-4 max-md:px-4">
      <h2 className="text-[1.125rem] leading-6 font-semibold tracking-[-0.012em]">{item.name}</h2>
      <span className="text-right text-[1.125rem] font-[550]">{priceText(item.priceCents)}</span>
      <p className="text-sm text-fg-2">
        {isFrame(item) ? "mines nothing" : `${hashRateText(item.hashRateThs)} · ${item.powerKw} kW`}
      </p>
      <p className="text-right text-sm text-fg-2">{item.type}</p>
    </div>
  );
}

function Figures({ item }: { item: HardwareItem }) {
  const { expected } = item;
  return (
    <KeyValues>
      <KeyValue label={texts.earns}>
        <Usd cents={expected.earnsCents} />
      </KeyValue>
      <KeyValue label={texts.power}>
        <Usd cents={expected.powerCents} />
      </KeyValue>
      <KeyValue label={texts.payBack}>{payBackText(item)}</KeyValue>
      <KeyValue label={texts.covered}>
        {expected.coveredBelowUsdPerKwh === null
          ? texts.nothingToCover
          : `${decimalText(expected.coveredBelowUsdPerKwh, 4)} USD/kWh`}
      </KeyValue>
    </KeyValues>
  );
}

function payBackText({ expected }: HardwareItem): string {
  const { payBackAt, payBackDays } = expected;
  if (payBackAt === null || payBackDays === null) return texts.never;
  return texts.onDate(dateText(new Date(payBackAt)), payBackDays.toLocaleString("en-US"));
}

function reasonOf(item: HardwareItem): string {
  const { payBackAt, netCents } = item.expected;
  if (payBackAt !== null) return texts.reasonGain(dateText(new Date(payBackAt)));
  if (isFrame(item)) return texts.reasonFrame;
  return netCents < 0 ? texts.reasonLoss(usdText(BigInt(-netCents))) : texts.reasonNever;
}
