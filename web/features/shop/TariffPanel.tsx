/**
 * Shows and changes the user's electricity price. A new price applies only to power used after the
 * change.
 */
import { numberTyped } from "../../ui/preferences/read-number.ts";
import { useState, type FormEvent } from "react";
import { api } from "../../data/api/call.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { useChange } from "../../ui/changes/use-change.ts";
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
