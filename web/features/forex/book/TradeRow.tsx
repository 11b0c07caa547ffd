/**
 * One open trade, whose take profit, stop loss and trailing stop can be edited in the row. Esc
 * discards the changes.
 */
import { clsx } from "clsx";
import { lazy, Suspense, useLayoutEffect, useRef, useState } from "react";
import { wholeText, withMarks } from "../../../ui/preferences/number-marks.ts";
import { When } from "../../../ui/time/When.tsx";
import { Usd } from "../../../ui/figures/Amount.tsx";
import { takeFocus } from "../../../ui/forms/take-focus.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Hint } from "../../../ui/forms/Field.tsx";
import { Cell } from "../../../ui/layout/Table.tsx";
import type { ForexTrade } from "../account/figures.ts";
import { readScaled } from "../quotes/live-quote.ts";
import { Price } from "../quotes/Price.tsx";
import { pairName } from "../quotes/price-text.ts";
import { BreakEvenButton } from "./BreakEvenButton.tsx";
import { listTexts as texts } from "./list-strings.ts";
import { EXITS, useEditedExits, type Exit } from "./use-edited-exits.ts";

const TargetsDialog = lazy(async () => ({
  default: (await import("./TargetsDialog.tsx")).TargetsDialog,
}));

const LABELS: Readonly<Record<Exit, string>> = {
  takeProfit: texts.columns.target,
  stopLoss: texts.columns.stop,
  trailingDistance: texts.columns.trailing,
};

export function TradeRow(props: {
  trade: ForexTrade;
  result: bigint | undefined;
  onClose: (trade: ForexTrade) => void;
}) {
  const { trade } = props;
  const edit = useEditedExits(trade);
  const [isSettingTargets, setSettingTargets] = useState(false);
  const { edited } = edit;
  const editButton = useFocusAfter(edited !== undefined);
  const pair = pairName(trade.instrument);
  const { columns } = texts;
  return (
    <>
      <tr>
        <Cell className="lead">{pair}</Cell>
        <Cell label={columns.opened}>
          <When at={trade.openedAt} />
        </Cell>
        <Cell label={columns.units} className="num">
          {wholeText(trade.units).replace("-", "\u2212")}
        </Cell>
        <Cell label={columns.entry} className="num">
          <Price of={trade.instrument} at={readScaled(trade.price, trade.instrument)} />
        </Cell>
        {EXITS.map((exit, index) => (
          <Cell
            key={exit}
            label={LABELS[exit]}
            className={clsx(
              "num min-w-[6.6rem]",
              (edited || (exit === "takeProfit" && hasTargets(trade))) && "full",
            )}
          >
            {edited === undefined || (exit === "takeProfit" && hasTargets(trade)) ? (
              <ExitText trade={trade} exit={exit} />
            ) : (
              <ExitInput
                form={edit.formId}
                label={LABELS[exit]}
                isFirst={index === (hasTargets(trade) ? 1 : 0)}
                value={edited[exit]}
                onChange={(text) => edit.change({ ...edited, [exit]: text })}
                onUndo={edit.end}
              />
            )}
          </Cell>
        ))}
        <Cell label={columns.financing} className="num">
          <Usd cents={trade.financingCents} isSigned hasUnit={false} className="text-fg-2" />
        </Cell>
        <Cell label={columns.result} className="num font-semibold">
          {props.result === undefined ? (
            texts.none
          ) : (
            <Usd cents={props.result} isResult hasUnit={false} className="live-value" />
          )}
        </Cell>
        <Cell className="actions">
          <form
            id={edit.formId}
            className="inline-flex gap-2 max-md:w-full max-md:[&>*]:flex-1"
            onSubmit={edit.submit}
            noValidate
          >
            {edited === undefined ? <BreakEvenButton trade={trade} /> : null}
            {edited === undefined ? null : (
              <Button
                key="targets"
                size="small"
                variant="quiet"
                aria-label={texts.targetsLabel(pair, trade.price)}
                onClick={() => {
                  edit.end();
                  setSettingTargets(true);
                }}
              >
                {texts.targets}
              </Button>
            )}
            {edited === undefined ? (
              <Button
                // Different keys prevent a click on "Edit" from also submitting the "Save" button
                // that replaces it.
                key="edit"
                ref={editButton}
                size="small"
                variant="quiet"
                aria-label={texts.editLabel(pair, trade.price)}
                onClick={edit.begin}
              >
                {texts.edit}
              </Button>
            ) : (
              <Button
                key="save"
                type="submit"
                size="small"
                isBusy={edit.isSaving}
                busyLabel={texts.saving}
              >
                {texts.save}
              </Button>
            )}
            <Button
              key={edited === undefined ? "close" : "undo"}
              size="small"
              variant={edited === undefined ? "default" : "quiet"}
              aria-label={
                edited === undefined ? texts.closeTradeLabel(pair, trade.price) : texts.undo
              }
              onClick={() => (edited === undefined ? props.onClose(trade) : edit.end())}
            >
              {edited === undefined ? texts.close : texts.undo}
            </Button>
          </form>
          {isSettingTargets ? (
            <Suspense>
              <TargetsDialog trade={trade} onClose={() => setSettingTargets(false)} />
            </Suspense>
          ) : null}
        </Cell>
      </tr>
      {edit.error === undefined ? null : (
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text comes from the server */}
          <td colSpan={10} className="full">
            <div role="alert">
              <Hint isError>{edit.error}</Hint>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** True if the take profits close only parts of the trade. They are edited in a dialog. */
function hasTargets({ takeProfits, units }: ForexTrade): boolean {
  return takeProfits.some((target) => target.units < Math.abs(units));
}

function ExitText({ trade, exit }: { trade: ForexTrade; exit: Exit }) {
  const lines =
    exit === "takeProfit" && hasTargets(trade)
      ? trade.takeProfits.map(({ price, units }) => `${withMarks(price)} × ${wholeText(units)}`)
      : [trade[exit] === null ? texts.none : withMarks(trade[exit])];
  return (
    <span translate="no" className="mono grid justify-items-end text-fg-2">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

/**
 * Returns focus to the edit button when editing ends, because the focused input is then removed.
 */
function useFocusAfter(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    const hasEnded = wasEditing.current && !isEditing;
    if (hasEnded && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

function ExitInput(props: {
  form: string;
  label: string;
  isFirst: boolean;
  value: string;
  onChange: (text: string) => void;
  onUndo: () => void;
}) {
  return (
    <input
      form={props.form}
      aria-label={props.label}
      ref={props.isFirst ? takeFocus : null}
      className="mono -mr-2 h-7 w-[5.6rem] max-md:mr-0 rounded-md border border-line-control bg-field px-2 text-right text-sm text-fg max-md:h-11"
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") props.onUndo();
      }}
    />
  );
}
