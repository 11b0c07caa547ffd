/** Starts a replay of an instrument at any date and time. */
import { useState, type FormEvent } from "react";
import { utcDateText } from "../../../ui/time/time-text.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { InstrumentSelect } from "./InstrumentSelect.tsx";
import { replayTexts as texts } from "./strings.ts";
import type { BeginReplay } from "./use-begin-replay.ts";

const KEY = "any";

export function AnyDayForm(props: { begin: BeginReplay; from: string; until: string }) {
  const { begin, from, until } = props;
  const [instrument, setInstrument] = useState("EUR_USD");
  const [typed, setTyped] = useState("2008-10-24T08:00");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const startsAt = `${typed}:00.000Z`;
    if (Number.isNaN(Date.parse(startsAt))) setError(texts.wrongTime);
    else begin.mutate({ key: KEY, instrument, body: { startsAt, instrument, pace: 0 } });
  };
  return (
    <Panel title={texts.any(utcDateText(new Date(from)))}>
      <form className="flex flex-wrap items-end gap-4" onSubmit={submit} noValidate>
        <InstrumentSelect value={instrument} onChange={setInstrument} />
        <div className="w-60 max-md:w-full">
          <Field
            label={texts.startsAt}
            type="datetime-local"
            min={from.slice(0, 16)}
            max={until.slice(0, 16)}
            value={typed}
            error={error}
            onChange={(event) => {
              setError(undefined);
              setTyped(event.currentTarget.value);
            }}
          />
        </div>
        <Button
          type="submit"
          isBusy={begin.isPending && begin.variables.key === KEY}
          busyLabel={texts.beginning}
        >
          {texts.begin}
        </Button>
        <p className="basis-full text-xs text-fg-2">
          {texts.anyText(from.slice(0, 10), until.slice(0, 10))}
        </p>
      </form>
    </Panel>
  );
}
