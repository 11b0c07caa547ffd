/**
 * Dialog that speeds up a payment with CPFP, or abandons it. Shows the effect, the fee rate and the
 * cost to the operator.
 */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { useState } from "react";
import type { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import { CHANGED_BY_DECISION } from "../decisions/use-decision.ts";
import { stuckTexts } from "./strings.ts";

export type StuckOffer = ApiAnswer<"getStuckOffer">;
export type StuckWay = "child" | "giveUp";

type Choice = StuckOffer[StuckWay][number];

const ROUTES = { child: "bringInByChild", giveUp: "giveUpPayment" } as const;
const CHANGED = [...CHANGED_BY_DECISION, "getStuckOffer", "getOperations"] as const;

export function StuckDialog(props: {
  withdrawalId: string;
  way: StuckWay;
  offer: StuckOffer;
  onClose: () => void;
}) {
  const { withdrawalId, way, offer, onClose } = props;
  const texts = stuckTexts[way];
  const choices = offer[way];
  const [rate, setRate] = useState(String(choices[0]?.feeRateSatsPerVb ?? ""));
  const [refusal, setRefusal] = useState<Pick<ApiError, "title" | "text">>();
  const choice = choices.find(({ feeRateSatsPerVb }) => String(feeRateSatsPerVb) === rate);
  const decision = useChange({
    send: (body: Choice) => api(ROUTES[way], { params: { withdrawalId }, body }),
    changed: CHANGED,
    onDone({ costSats }) {
      onClose();
      const cost = btcText(costSats);
      return { title: texts.done, description: stuckTexts.doneText(cost) };
    },
    onRefused: (error) => setRefusal(error as ApiError),
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={decision.isPending}
      onClose={onClose}
      cancel={stuckTexts.cancel}
      actions={
        choice === undefined ? null : (
          <Button
            variant="primary"
            isBusy={decision.isPending}
            busyLabel={stuckTexts.busy}
            onClick={() => decision.mutate(choice)}
          >
            {texts.confirm}
          </Button>
        )
      }
    >
      <p className="text-sm text-fg-2">{texts.text}</p>
      {offer.paysCount > 1 ? <Note kind="info">{texts.together(offer.paysCount)}</Note> : null}
      {choices.length === 0 ? (
        <Note kind="info">{offer.isUnderWay ? stuckTexts.underWay : texts.notNow}</Note>
      ) : (
        <Rates choices={choices} rate={rate} onRate={setRate} />
      )}
      {choice === undefined ? null : (
        <KeyValues>
          <KeyValue label={stuckTexts.cost}>
            <Amount sats={choice.costSats} />
          </KeyValue>
        </KeyValues>
      )}
      {refusal === undefined ? null : (
        <Note kind="bad">
          <strong>{refusal.title}.</strong> {refusal.text}
        </Note>
      )}
    </Dialog>
  );
}

function Rates(props: {
  choices: readonly Choice[];
  rate: string;
  onRate: (rate: string) => void;
}) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium" aria-hidden>
        {stuckTexts.rate}
      </p>
      <Segments
        label={stuckTexts.rate}
        isFull
        value={props.rate}
        onChange={props.onRate}
        options={props.choices.map(({ feeRateSatsPerVb }) => ({
          value: String(feeRateSatsPerVb),
          label: String(feeRateSatsPerVb),
        }))}
      />
    </div>
  );
}
