/** The form that creates or changes an alert. */
import { useState, type FormEvent, type ReactNode } from "react";
import { alertLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import { asApiError } from "../../../data/api/api-error.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segments } from "../../../ui/controls/Segments.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Field, Hint, InputBox } from "../../../ui/forms/Field.tsx";
import { PAIRS } from "#market";
import { pairName } from "../quotes/price-text.ts";
import { useQuote } from "../quotes/use-quotes.ts";
import {
  currentValue,
  draftAt,
  draftOf,
  readAlert,
  withDirection,
  type AlertDraft,
} from "./alert-draft.ts";
import { alertWords, type AlertBody, type ForexAlert } from "./alert-words.ts";
import { alertTexts as texts } from "./strings.ts";

/**
 * A new alert at an instrument's current price or at another price (the market's integer), or an
 * existing alert to change.
 */
export type AlertStart =
  | { readonly instrument: string; readonly price?: number }
  | { readonly alert: ForexAlert };

const FORM_ID = "forex-alert";
const KINDS = ["PRICE", "SPREAD", "DAY_MOVE", "EQUITY", "MARGIN_LEVEL"] as const;
const SIDES = ["BID", "MID", "ASK"] as const;
const DIRECTIONS = ["ABOVE", "BELOW"] as const;
const PAUSES = [60, 900, 3_600, 86_400] as const;

export function AlertDialog({ start, onClose }: { start: AlertStart; onClose: () => void }) {
  const existing = "alert" in start ? start.alert : undefined;
  const first = "alert" in start ? "" : start.instrument;
  const firstQuote = useQuote(first === "" ? "EUR_USD" : first);
  const [typed, setDraft] = useState(() =>
    "alert" in start ? draftOf(start.alert) : draftAt(first, firstQuote, start.price),
  );
  const draft = withDirection(typed, useQuote(typed.instrument));
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const edit = (next: Partial<AlertDraft>) => {
    setRefusal(undefined);
    setDraft((before) => ({ ...before, ...next }));
  };
  const save = useChange({
    send: (body: AlertBody) =>
      existing
        ? api("changeForexAlert", { params: { alertId: existing.id }, body })
        : api("createForexAlert", { body }),
    changed: ["listForexAlerts"],
    onDone(alert) {
      onClose();
      const title = existing ? texts.changedTitle : texts.createdTitle;
      return { title, description: `${alertWords(alert)}.` };
    },
    onRefused(error) {
      const { title, text } = asApiError(error);
      setRefusal(`${title}. ${text}`);
    },
  });
  const { body, faults } = readAlert(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (body !== undefined && !save.isPending) save.mutate(body);
  };
  const shown = isTried ? faults : {};
  return (
    <Dialog
      title={existing ? texts.changeTitle : texts.createTitle}
      isOpen
      isBusy={save.isPending}
      onClose={onClose}
      cancel={texts.keep}
      actions={
        <Button
          type="submit"
          form={FORM_ID}
          variant="primary"
          isBusy={save.isPending}
          busyLabel={existing ? texts.saving : texts.creating}
        >
          {existing ? texts.save : texts.create}
        </Button>
      }
    >
      <form id={FORM_ID} className="grid gap-3" onSubmit={submit} noValidate>
        <Condition draft={draft} edit={edit} error={shown.level} />
        <Terms draft={draft} edit={edit} error={shown.expires} />
        {refusal === undefined ? null : (
          <div role="alert">
            <Hint isError>{refusal}</Hint>
          </div>
        )}
        <Hint>{texts.delivery}</Hint>
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly draft: AlertDraft;
  readonly edit: (next: Partial<AlertDraft>) => void;
  readonly error: string | undefined;
}

function Condition({ draft, edit, error }: PartProps) {
  const { kind } = draft;
  const isOnPair = kind !== "EQUITY" && kind !== "MARGIN_LEVEL";
  const now = currentValue(draft, useQuote(draft.instrument));
  return (
    <>
      <Select label={texts.kind} value={kind} onChange={(value) => edit({ ...kindOf(value) })}>
        {KINDS.map((value) => (
          <option key={value} value={value}>
            {texts.kinds[value]}
          </option>
        ))}
      </Select>
      {isOnPair ? (
        <Select
          label={texts.instrument}
          value={draft.instrument}
          onChange={(instrument) => edit({ instrument, ...(kind === "PRICE" && { level: "" }) })}
        >
          {PAIRS.map(({ name }) => (
            <option key={name} value={name}>
              {pairName(name)}
            </option>
          ))}
        </Select>
      ) : null}
      {kind === "PRICE" ? (
        <Segments
          label={texts.side}
          isFull
          value={draft.side}
          onChange={(side) => edit({ side })}
          options={SIDES.map((value) => ({ value, label: texts.sides[value] }))}
        />
      ) : null}
      {kind === "PRICE" || kind === "EQUITY" ? (
        <Segments
          label={texts.direction}
          isFull
          value={draft.direction}
          onChange={(direction) => edit({ direction, hasDirection: true })}
          options={DIRECTIONS.map((value) => ({ value, label: texts.directions[value] }))}
        />
      ) : null}
      <Field
        label={texts.levels[kind]}
        suffix={texts.units[kind]}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        ref={(element) => element?.setAttribute("autofocus", "")}
        value={draft.level}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => edit({ level: event.currentTarget.value })}
        hint={now && `${texts.now(now.text)}${now.isMet ? ` ${texts.alreadyMet}` : ""}`}
        error={error}
      />
    </>
  );
}

/** A new kind of condition has another unit, so its level is entered again. */
function kindOf(value: string): Partial<AlertDraft> {
  const kind = KINDS.find((one) => one === value);
  return kind === undefined
    ? {}
    : { kind, level: "", direction: kind === "PRICE" ? "ABOVE" : "BELOW" };
}

function Terms({ draft, edit, error }: PartProps) {
  const isOnce = draft.repeatSeconds === 0;
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3 max-[359px]:grid-cols-1">
        <div className="grid gap-1.5 text-xs font-medium">
          {texts.repeat}
          <Segments
            label={texts.repeat}
            isFull
            value={isOnce ? "once" : "every"}
            onChange={(value) => edit({ repeatSeconds: value === "once" ? 0 : 3_600 })}
            options={(["once", "every"] as const).map((value) => ({
              value,
              label: texts.repeats[value],
            }))}
          />
        </div>
        {isOnce ? null : (
          <Select
            label={texts.pause}
            value={String(draft.repeatSeconds)}
            onChange={(value) => edit({ repeatSeconds: Number(value) })}
          >
            {PAUSES.map((seconds) => (
              <option key={seconds} value={seconds}>
                {texts.pauses[seconds]}
              </option>
            ))}
          </Select>
        )}
      </div>
      <Field
        label={texts.expires}
        type="datetime-local"
        value={draft.expires}
        onChange={(event) => edit({ expires: event.currentTarget.value })}
        error={error}
      />
      <Field
        label={texts.note}
        autoComplete="off"
        maxLength={alertLimits.noteMax}
        value={draft.note}
        onChange={(event) => edit({ note: event.currentTarget.value })}
        hint={texts.noteHint}
      />
    </>
  );
}

function Select(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <label className="grid gap-1.5 text-xs font-medium">
      {props.label}
      <InputBox>
        <select
          className="w-full min-w-0 border-0 bg-transparent p-0 text-base font-normal outline-0 max-md:text-md"
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.children}
        </select>
      </InputBox>
    </label>
  );
}
