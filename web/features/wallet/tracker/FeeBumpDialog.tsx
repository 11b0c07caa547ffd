/**
 * Dialog that raises a fee. It shows the fee rate, the new miner's fee and the cost to the payer.
 */
import { useState } from "react";
import { btcText } from "../../../ui/amounts/amount-format.ts";
import type { RouteName } from "../../../../api/paths.ts";
import type { ApiError } from "../../../data/api/api-error.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { feeBumpTexts as texts } from "./strings.ts";

type Offer = ApiAnswer<"getBumpOffer">;

type Choice = Offer["choices"][number];

/** `payer` contains the texts that name the paying party. */
export function FeeBumpDialog(props: {
  offer: Offer;
  payer: Readonly<Record<"text" | "cost", string>>;
  send: (bump: Pick<Choice, "feeRateSatsPerVb" | "costSats">) => Promise<{ costSats: number }>;
  changed: readonly RouteName[];
  onClose: () => void;
}) {
  const { offer, payer, onClose } = props;
  const { choices, minerFeeSats, paysCount } = offer;
  const [rate, setRate] = useState(String(choices[0]?.feeRateSatsPerVb ?? ""));
  const [refusal, setRefusal] = useState<Pick<ApiError, "title" | "text">>();
  const choice = choices.find(({ feeRateSatsPerVb }) => String(feeRateSatsPerVb) === rate);
  const bump = useChange({
    send: ({ feeRateSatsPerVb, costSats }: Choice) => props.send({ feeRateSatsPerVb, costSats }),
    changed: props.changed,
    onDone({ costSats }) {
      onClose();
      return { title: texts.done, description: texts.doneText(btcText(costSats)) };
    },
    onRefused: (error) => setRefusal(error as ApiError),
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={bump.isPending}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          variant="primary"
          isBusy={bump.isPending}
          busyLabel={texts.busy}
          onClick={() => choice && bump.mutate(choice)}
        >
          {texts.confirm}
        </Button>
      }
    >
      <p className="text-sm text-fg-2">{payer.text}</p>
      {paysCount > 1 ? <Note kind="info">{texts.together(paysCount)}</Note> : null}
      <div className="grid gap-1.5">
        <p className="text-sm font-medium" aria-hidden>
          {texts.rate}
        </p>
        <Segments
          label={texts.rate}
          isFull
          value={rate}
          onChange={setRate}
          options={choices.map(({ feeRateSatsPerVb }) => ({
            value: String(feeRateSatsPerVb),
            label: String(feeRateSatsPerVb),
          }))}
        />
      </div>
      <KeyValues>
        <KeyValue label={texts.before}>
          {minerFeeSats === null ? "-" : <Amount sats={minerFeeSats} />}
        </KeyValue>
        <KeyValue label={texts.after}>
          {choice === undefined ? "-" : <Amount sats={choice.minerFeeSats} />}
        </KeyValue>
        <KeyValue label={payer.cost}>
          {choice === undefined ? "-" : <Amount sats={choice.costSats} />}
        </KeyValue>
      </KeyValues>
      {refusal === undefined ? null : (
        <Note kind="bad">
          <strong>{refusal.title}.</strong> {refusal.text}
        </Note>
      )}
    </Dialog>
  );
}
