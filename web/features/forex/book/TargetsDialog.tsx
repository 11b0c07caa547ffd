/** Sets several take profits of a trade, each with a price and the units that it closes. */
import { X } from "lucide-react";
import { useState, type FormEvent } from "react";
import { TARGETS_MAX } from "#market";
import { asApiError } from "../../../data/api/api-error.ts";
import { readNumberText } from "../../../ui/preferences/read-number.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field, Hint } from "../../../ui/forms/Field.tsx";
import type { ForexTrade } from "../account/figures.ts";
import { pairName } from "../quotes/price-text.ts";
import { useDeskSource } from "../source/desk-source.ts";
import { markFirst } from "../view/mark-first.ts";
import { dialogTexts as texts } from "./dialog-strings.ts";

const FORM_ID = "forex-targets";

interface Row {
  readonly price: string;
  readonly units: string;
}

export function TargetsDialog({ trade, onClose }: { trade: ForexTrade; onClose: () => void }) {
  const pair = pairName(trade.instrument);
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(trade));
  const [error, setError] = useState<string>();
  const source = useDeskSource();
  const change = useChange({
    send: (body: BodyOf) =>
      source.call("changeForexTradeOrders", { params: { tradeId: trade.id }, body }),
    changed: source.changedByOrders,
    onDone() {
      onClose();
      return { title: texts.exitsTitle, description: texts.exitsText(pair) };
    },
    onRefused(refusal) {
      const { title, text } = asApiError(refusal);
      setError(`${title}. ${text}`);
    },
  });
  const edit = (next: readonly Row[]) => {
    setError(undefined);
    setRows(next);
  };
  const set = (index: number, next: Partial<Row>) =>
    edit(rows.map((row, place) => (place === index ? { ...row, ...next } : row)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(rows);
    if (!body) setError(texts.targetsWrong);
    else if (!change.isPending) change.mutate(body);
  };
  return (
    <Dialog
      title={texts.targetsTitle(pair)}
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          isBusy={change.isPending}
          busyLabel={texts.saving}
        >
          {texts.save}
        </Button>
      }
    >
      <p className="text-sm text-fg-2">{texts.targetsText(wholeText(Math.abs(trade.units)))}</p>
      <form id={FORM_ID} className="grid gap-2.5" onSubmit={submit} noValidate>
        {rows.map((row, index) => (
          // Rows have no identity besides their place, and the fields are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
            <Field
              ref={index === 0 ? markFirst : undefined}
              label={texts.columns.price}
              aria-label={texts.targetPrice(index + 1)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={16}
              value={row.price}
              onChange={(event) => set(index, { price: event.currentTarget.value })}
            />
            <Field
              label={texts.columns.units}
              aria-label={texts.targetUnits(index + 1)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={16}
              value={row.units}
              onChange={(event) => set(index, { units: event.currentTarget.value })}
            />
            <Button
              variant="quiet"
              isIcon
              aria-label={texts.removeTarget(index + 1)}
              onClick={() => edit(rows.filter((_, place) => place !== index))}
            >
              <X className="size-4" strokeWidth={1.5} aria-hidden />
            </Button>
          </div>
        ))}
        {rows.length < TARGETS_MAX ? (
          <Button size="small" onClick={() => edit([...rows, { price: "", units: "" }])}>
            {texts.addTarget}
          </Button>
        ) : null}
        {error === undefined ? null : (
          <div role="alert">
            <Hint isError>{error}</Hint>
          </div>
        )}
      </form>
    </Dialog>
  );
}

function rowsOf({ takeProfits, units }: ForexTrade): readonly Row[] {
  const rows = takeProfits.map((one) => ({ price: one.price, units: String(one.units) }));
  return rows.length > 0 ? rows : [{ price: "", units: String(Math.abs(units)) }];
}

type BodyOf = { readonly takeProfits: Row[] } | { readonly takeProfit: null };

/** Returns the change, which removes all take profits if there are no rows. */
function bodyOf(rows: readonly Row[]): BodyOf | undefined {
  if (rows.length === 0) return { takeProfit: null };
  const takeProfits = rows.map(({ price, units }) => ({
    price: price.trim(),
    units: readNumberText(units, { isWhole: true }) ?? "",
  }));
  const isWhole = takeProfits.every(({ price, units }) => price !== "" && units !== "");
  return isWhole ? { takeProfits } : undefined;
}
