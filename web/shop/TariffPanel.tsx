/** What the user's rigs pay for electricity, to be changed for the time to come. */
import { numberTyped } from "../preferences/read-number.ts";
import { useState, type FormEvent } from "react";
import { api } from "../api/call.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { fullText } from "../time/time-text.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Panel } from "../ui/Panel.tsx";
import { useChange } from "../ui/use-change.ts";
import { CHANGED_BY_SHOP, isTariff } from "./shop-terms.ts";
import { tariffTexts as texts } from "./strings.ts";

export function TariffPanel({ tariff }: Pick<Mining, "tariff">) {
  const [typed, setTyped] = useState(tariff.usdPerKwh);
  const price = numberTyped(typed, tariff.usdPerKwh);
  const [isTried, setIsTried] = useState(false);
  const save = useChange({
    send: () => api("setTariff", { body: { usdPerKwh: price } }),
    changed: CHANGED_BY_SHOP,
    onDone: () => ({ title: texts.savedTitle, description: texts.savedText(price) }),
  });
  const isBad = !isTariff(price);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (!isBad && !save.isPending) save.mutate();
  };
  return (
    <Panel title={texts.title}>
      <form className="grid gap-3" onSubmit={submit} noValidate>
        <Field
          label={texts.label}
          inputMode="decimal"
          suffix={texts.unit}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isTried && isBad ? texts.error : undefined}
          hint={texts.hint(fullText(new Date(tariff.validFrom)))}
        />
        <Button type="submit" isBusy={save.isPending} busyLabel={texts.saving}>
          {texts.save}
        </Button>
      </form>
    </Panel>
  );
}
