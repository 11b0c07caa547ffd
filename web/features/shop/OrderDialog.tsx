/**
 * Confirmation step before a purchase. It shows quantity, total, expected profit or loss, and
 * remaining balance.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { orderLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { CaseReplayLine } from "../replay/ReplayLine.tsx";
import { Amount, Usd } from "../../ui/figures/Amount.tsx";
import { btcText, usdText } from "../../ui/amounts/amount-format.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ChangedOffer } from "../../ui/changes/ChangedOffer.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { BalanceAfter } from "../../ui/figures/BalanceAfter.tsx";
import { unansweredOf } from "../../ui/changes/unanswered.ts";
import { useChange } from "../../ui/changes/use-change.ts";
import {
  CHANGED_BY_SHOP,
  isFrame,
  quantityOf,
  replaySearch,
  type HardwareItem,
  type Shop,
} from "./shop-terms.ts";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { shopTexts as texts } from "./strings.ts";

interface Seen {
  readonly item: HardwareItem;
  readonly quantity: number | undefined;
  readonly available: number | undefined;
}

export function OrderDialog(props: { item: HardwareItem; shop: Shop; onClose: () => void }) {
  const { shop, onClose } = props;
  const [text, setText] = useState(String(orderLimits.min));
  const quantity = quantityOf(text);
  const { name } = props.item;
  const what = quantity === undefined || quantity === 1 ? name : texts.several(quantity, name);
  const wallet = useQuery(apiQuery("getWallet"));
  const order = useOrder(what, onClose);
  const sent = unansweredOf(order);
  const seen =
    sent !== undefined && sent.quantity === quantity
      ? sent
      : { item: props.item, quantity, available: wallet.data?.availableSats };
  const { item, available } = seen;
  const totalSats = item.priceSats * (quantity ?? 1);
  const isShort = available !== undefined && available < totalSats;
  return (
    <Dialog
      title={texts.dialogTitle(item.name)}
      isOpen
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          variant={item.expected.payBackAt === null ? "default" : "primary"}
          isBusy={order.isPending}
          busyLabel={texts.buying}
          disabledReason={reasonOf(quantity, isShort, what)}
          onClick={() => order.mutate(seen)}
        >
          {texts.buy}
        </Button>
      }
    >
      <Field
        label={texts.quantity}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={quantity === undefined ? texts.quantityError : undefined}
        hint={texts.quantityRange(orderLimits.min, orderLimits.max)}
      />
      <ChangedOffer now={texts.priceEach(btcText(item.priceSats))} />
      <Expectation item={item} />
      <KeyValues>
        <KeyValue label={texts.youPay}>
          <Amount sats={totalSats} /> (<Usd cents={item.priceCents * (quantity ?? 1)} />)
        </KeyValue>
        {available === undefined ? null : <BalanceAfter sats={available - totalSats} />}
      </KeyValues>
      {isFrame(item) ? null : <CaseReplayLine search={replaySearch(item, shop)} />}
      <p className="text-xs text-fg-2">
        {texts.sellBackTerms(shop.buyBack.percent, shop.buyBack.months)}
      </p>
      {isShort ? (
        <Link {...paths.deposit} className="text-sm">
          {texts.getCoins}
        </Link>
      ) : null}
    </Dialog>
  );
}

function useOrder(what: string, onDone: () => void) {
  const queryClient = useQueryClient();
  const [begunAt] = useState(() => Date.now());
  return useChange({
    send: ({ item, quantity = orderLimits.min }: Seen) =>
      api("placeOrder", {
        body: { itemId: item.id, quantity, priceSats: item.priceSats },
        begunAt,
      }),
    changed: CHANGED_BY_SHOP,
    onDone(_, { item }) {
      onDone();
      const isMining = queryClient.getQueryData<Mining>(["getMining"])?.isMining ?? false;
      const description =
        isMining || isFrame(item) ? texts.boughtText(what) : texts.boughtHint(what);
      return { title: texts.boughtTitle, description };
    },
  });
}

function reasonOf(
  quantity: number | undefined,
  isShort: boolean,
  what: string,
): string | undefined {
  if (quantity === undefined) return texts.quantityError;
  return isShort ? texts.notEnough(what) : undefined;
}

function Expectation({ item }: { item: HardwareItem }) {
  const { earnsCents, powerCents, netCents, payBackAt, payBackDays } = item.expected;
  if (isFrame(item)) {
    const never = <strong className="font-semibold text-down">{texts.never}</strong>;
    return (
      <p>
        <Sentence text={texts.frameResult} parts={{ never }} />
      </p>
    );
  }
  const isLoss = netCents < 0;
  const net = usdText(BigInt(Math.abs(netCents)));
  const result = (
    <strong className={isLoss ? "font-semibold text-down" : "font-semibold text-up"}>
      {isLoss ? texts.loss(net) : texts.gain(net)}
    </strong>
  );
  const text = texts.expectedResult(usdText(BigInt(earnsCents)), usdText(BigInt(powerCents)));
  return (
    <p>
      <Sentence text={text} parts={{ result }} />{" "}
      {payBackAt === null || payBackDays === null
        ? texts.neverPaysBack
        : texts.paysBackAfter(wholeText(payBackDays))}
    </p>
  );
}
