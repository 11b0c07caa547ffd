/**
 * Confirmation step before a position is closed early. It shows the coins returned, the interest
 * paid and the interest lost.
 */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { api } from "../../data/api/call.ts";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
import type { Position } from "./earn-terms.ts";
import { positionTexts as texts } from "./strings.ts";
import { CHANGED_BY_EARN } from "./use-opening.ts";

export function LeaveDialog(props: { position: Position; now: Date; onClose: () => void }) {
  const { position, now, onClose } = props;
  const leave = useChange({
    send: () => api("exitPosition", { params: { positionId: position.id } }),
    changed: CHANGED_BY_EARN,
    onDone({ principalSats, paidSats }) {
      onClose();
      const description = texts.leftText(btcText(principalSats), btcText(paidSats ?? 0));
      return { title: texts.leftTitle, description };
    },
  });
  const isOver = position.endsAt !== null && Date.parse(position.endsAt) <= now.getTime();
  const interest = isOver ? position.promisedSats : position.interestOnExitSats;
  return (
    <Dialog
      title={texts.leaveTitle(position.name)}
      isOpen
      onClose={onClose}
      cancel={texts.stay}
      actions={
        <Button isBusy={leave.isPending} busyLabel={texts.leaving} onClick={() => leave.mutate()}>
          {texts.leave}
        </Button>
      }
    >
      <p>{termsOf(position, isOver)}</p>
      <KeyValues>
        <KeyValue label={texts.back}>
          <Amount sats={position.principalSats} />
        </KeyValue>
        <KeyValue label={texts.interestNow}>
          <Amount sats={interest} />
        </KeyValue>
        {position.endsAt === null || isOver ? null : (
          <KeyValue label={texts.givenUp}>
            <Amount sats={position.promisedSats} />
          </KeyValue>
        )}
      </KeyValues>
    </Dialog>
  );
}

function termsOf({ endsAt }: Position, isOver: boolean): string {
  if (isOver) return texts.maturedTerms;
  return endsAt === null ? texts.flexibleTerms : texts.fixedTerms;
}
