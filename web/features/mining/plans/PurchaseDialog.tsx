/**
 * Confirmation step before the purchase of a plan. It shows the price, the expected profit or loss
 * and the remaining balance.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { btcText, usdText } from "../../../ui/amounts/amount-format.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ChangedOffer } from "../../../ui/changes/ChangedOffer.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { BalanceAfter } from "../../../ui/figures/BalanceAfter.tsx";
import { unansweredOf } from "../../../ui/changes/unanswered.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { PlanReplayLine } from "../../replay/ReplayLine.tsx";
import { useMiningSwitch } from "../contracts/use-mining-switch.ts";
import { usdPerBtcText } from "../reference/figure-text.ts";
import type { Mining, Plan } from "../reference/reference-terms.ts";
import { planTexts as texts } from "./strings.ts";

/**
 * Duration of the toast. Longer than usual, so that users can read it before they click its button.
 */
const ASKING_MS = 15_000;

interface Seen {
  readonly plan: Plan;
  readonly available: number | undefined;
}

export function PurchaseDialog(props: { plan: Plan; onClose: () => void }) {
  const { onClose } = props;
  const wallet = useQuery(apiQuery("getWallet"));
  const queryClient = useQueryClient();
  const mine = useMiningSwitch();
  const [begunAt] = useState(() => Date.now());
  const buy = useChange({
    send: ({ plan: { id, priceSats } }: Seen) =>
      api("buyContract", { body: { planId: id, priceSats }, begunAt }),
    changed: ["getMining", "getWallet", "getMe", "listEvents", "listPlans"],
    onDone() {
      onClose();
      const isMining = queryClient.getQueryData<Mining>(["getMining"])?.isMining ?? false;
      return {
        title: texts.boughtTitle,
        description: texts.boughtText(props.plan.name, isMining),
        ...(isMining
          ? {}
          : { duration: ASKING_MS, action: { label: texts.start, run: () => mine.mutate("on") } }),
      };
    },
  });
  const seen = unansweredOf(buy) ?? { plan: props.plan, available: wallet.data?.availableSats };
  const { plan, available } = seen;
  const isShort = available !== undefined && available < plan.priceSats;
  return (
    <Dialog
      title={texts.dialogTitle(plan.name)}
      isOpen
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          variant={plan.expected.resultCents < 0 ? "default" : "primary"}
          isBusy={buy.isPending}
          busyLabel={texts.purchasing}
          disabledReason={isShort ? texts.notEnough(plan.name) : undefined}
          onClick={() => buy.mutate(seen)}
        >
          {texts.purchase}
        </Button>
      }
    >
      <ChangedOffer now={`${btcText(plan.priceSats)} BTC`} />
      <Expectation plan={plan} />
      {available === undefined ? null : (
        <KeyValues>
          <BalanceAfter sats={available - plan.priceSats} />
        </KeyValues>
      )}
      {isShort ? (
        <Link {...paths.deposit} className="text-sm">
          {texts.getCoins}
        </Link>
      ) : null}
    </Dialog>
  );
}

function Expectation({ plan }: { plan: Plan }) {
  const { expected } = plan;
  const isLoss = expected.resultCents < 0;
  const usd = usdText(BigInt(Math.abs(expected.resultCents)));
  return (
    <>
      <p>
        {texts.youPay}{" "}
        <strong className="font-semibold">
          <Amount sats={plan.priceSats} />
        </strong>{" "}
        {texts.getBack}{" "}
        <strong className="font-semibold">
          <Amount sats={expected.earnsSats} />
        </strong>
        :{" "}
        <strong className={isLoss ? "font-semibold text-down" : "font-semibold text-up"}>
          {texts.result(isLoss, usd)}
        </strong>
        .
      </p>
      <p className="text-xs text-fg-2">
        {expected.breakEvenUsdPerBtc === null
          ? null
          : `${texts.breaksEvenAbove(usdPerBtcText(expected.breakEvenUsdPerBtc))} `}
        {texts.dialogTerms}
      </p>
      <PlanReplayLine planId={plan.id} days={plan.durationDays} />
    </>
  );
}
