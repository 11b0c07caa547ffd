/**
 * Closes all positions with one request. Lists the positions before the request, and the outcome of
 * each position after it.
 */
import { useState } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { Hint } from "../../../ui/forms/Field.tsx";
import { KeyValue, KeyValues } from "../../../ui/layout/KeyValues.tsx";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { ticketTexts } from "../ticket/strings.ts";
import { markFirst } from "../view/mark-first.ts";
import { dialogTexts as texts } from "./dialog-strings.ts";
import type { Position } from "./PositionRow.tsx";

type Outcome = ApiAnswer<"closeAllForexPositions">["items"][number];

export function CloseAllDialog(props: { positions: readonly Position[]; onClose: () => void }) {
  const { positions, onClose } = props;
  const [begunAt] = useState(() => Date.now());
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [error, setError] = useState<string>();
  const source = useDeskSource();
  const close = useChange({
    send: () => source.call("closeAllForexPositions", { body: {}, begunAt }),
    changed: source.changedByOrders,
    onDone({ items }) {
      setOutcomes(items);
      const closed = items.filter(({ taken }) => taken?.order.state === "FILLED").length;
      return {
        title: texts.closeAllDoneTitle,
        description: texts.closeAllDoneText(closed, items.length),
      };
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  if (outcomes)
    return (
      <Dialog
        title={texts.closeAllDone}
        isOpen
        onClose={onClose}
        actions={
          <Button ref={markFirst} variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        }
      >
        <Outcomes outcomes={outcomes} />
      </Dialog>
    );
  return (
    <Dialog
      title={texts.closeAllTitle}
      isOpen
      isBusy={close.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          ref={markFirst}
          variant="primary"
          isBusy={close.isPending}
          busyLabel={texts.closing}
          isUnready={positions.length === 0}
          onClick={() => positions.length > 0 && close.mutate()}
        >
          {texts.closeAllButton(positions.length)}
        </Button>
      }
    >
      <p className="text-sm">{texts.closeAllText}</p>
      <KeyValues>
        {positions.map(({ instrument, units, unrealisedCents }) => (
          <KeyValue
            key={instrument}
            label={`${pairName(instrument)}, ${sideOf(units)} ${wholeText(Math.abs(units))}`}
          >
            <Usd cents={unrealisedCents} isResult />
          </KeyValue>
        ))}
        <KeyValue label={texts.closeAllTotal}>
          <Usd
            cents={positions.reduce((sum, { unrealisedCents }) => sum + unrealisedCents, 0)}
            isResult
          />
        </KeyValue>
      </KeyValues>
      {error === undefined ? null : <Hint isError>{error}</Hint>}
    </Dialog>
  );
}

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <output className="block">
      <KeyValues>
        {outcomes.map((outcome) => (
          <KeyValue key={outcome.instrument} label={pairName(outcome.instrument)}>
            <span className="whitespace-normal">{outcomeText(outcome)}</span>
          </KeyValue>
        ))}
      </KeyValues>
    </output>
  );
}

function outcomeText({ taken, refusal }: Outcome): string {
  if (refusal) return `${texts.notClosed}: ${refusal.text}`;
  const fill = taken?.fill;
  if (!fill) return `${texts.notClosed}: ${taken?.order.reasonText ?? ""}`;
  const units = fill.units ?? 0;
  const side = units > 0 ? ticketTexts.bought : ticketTexts.sold;
  return texts.closedAt(side, wholeText(Math.abs(units)), withMarks(fill.price ?? ""));
}

function sideOf(units: number): string {
  return (units > 0 ? texts.long : texts.short).toLowerCase();
}
