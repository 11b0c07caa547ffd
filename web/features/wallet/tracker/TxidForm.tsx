/** Form for another txid. Submitting it opens that transaction's tracker at the first step. */
import type { FormEvent } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { trackerTexts as texts } from "./strings.ts";
import { useTypedOver } from "./use-typed-over.ts";

export function TxidForm(props: { initial: string; onSubmit: (txId: string) => void }) {
  const { text, type, leave } = useTypedOver(props.initial, props.initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const txId = text.trim();
    if (txId === "") return;
    leave(text);
    props.onSubmit(txId);
  };
  return (
    <form
      className="flex items-end gap-2.5 rounded-lg border border-line bg-surface p-5 max-md:flex-col max-md:items-stretch max-md:p-4"
      onSubmit={submit}
    >
      <Field
        className="flex-1 [&_input]:font-mono"
        label={texts.field}
        name="txId"
        required
        maxLength={80}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={texts.placeholder}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" className="min-h-10">
        {texts.submit}
      </Button>
    </form>
  );
}
