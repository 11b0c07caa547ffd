/**
 * Shows one rig of the shop. Daily earnings, power cost and payback time, or a note that the rig
 * never pays back, are above the Buy button.
 */
import { useState } from "react";
import { sizeText } from "../mining/reference/figure-text.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { decimalText } from "../../ui/amounts/number-format.ts";
import { OfferCard } from "../mining/plans/OfferCard.tsx";
import { PlanGauge } from "../mining/plans/PlanGauge.tsx";
import { dateText } from "../../ui/time/time-text.ts";
import { CaseReplayLine } from "../replay/ReplayLine.tsx";
import { Usd } from "../../ui/figures/Amount.tsx";
import { usdText } from "../../ui/amounts/amount-format.ts";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { OrderDialog } from "./OrderDialog.tsx";
import { isFrame, priceText, replaySearch, type HardwareItem, type Shop } from "./shop-terms.ts";
import { shopTexts as texts } from "./strings.ts";

export function ItemCard({ item, shop }: { item: HardwareItem; shop: Shop }) {
  const [isOpen, setIsOpen] = useState(false);
  const { payBackAt, netCents } = item.expected;
  return (
    <OfferCard
      name={item.name}
      price={priceText(item.priceCents)}
      size={isFrame(item) ? texts.minesNothing : sizeText(item)}
      isMining={!isFrame(item)}
      kind={item.type}
      gauge={
        <PlanGauge
          resultCents={netCents}
          all={shop.items.map((one) => one.expected.netCents)}
          notes={texts.notes}
          floor={texts.floor}
        />
      }
      figures={<Figures item={item} />}
      features={item.features}
      buy={texts.buy}
      isLead={payBackAt !== null}
      closedReason={item.isOpen ? undefined : (item.closedReason ?? texts.closed)}
      reason={reasonOf(item)}
      replay={isFrame(item) ? null : <CaseReplayLine search={replaySearch(item, shop)} />}
      onBuy={() => setIsOpen(true)}
    >
      {isOpen ? <OrderDialog item={item} shop={shop} onClose={() => setIsOpen(false)} /> : null}
    </OfferCard>
  );
}

function Figures({ item }: { item: HardwareItem }) {
  const { expected } = item;
  return (
    <>
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
          : texts.usdPerKwh(decimalText(expected.coveredBelowUsdPerKwh, 4))}
      </KeyValue>
    </>
  );
}

function payBackText({ expected }: HardwareItem): string {
  const { payBackAt, payBackDays } = expected;
  if (payBackAt === null || payBackDays === null) return texts.never;
  return texts.onDate(dateText(new Date(payBackAt)), wholeText(payBackDays));
}

function reasonOf(item: HardwareItem): string {
  const { payBackAt, netCents } = item.expected;
  if (payBackAt !== null) return texts.reasonGain(dateText(new Date(payBackAt)));
  if (isFrame(item)) return texts.reasonFrame;
  return netCents < 0 ? texts.reasonLoss(usdText(BigInt(-netCents))) : texts.reasonNever;
}
