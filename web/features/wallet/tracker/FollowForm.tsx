/**
 * Form that adds a transaction to the watch list, prefilled with the transaction that the page
 * shows.
 */
import { useState, type FormEvent } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { api } from "../../../data/api/call.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { watchTexts as texts } from "./strings.ts";
import { useTypedOver } from "./use-typed-over.ts";

const TXID = /^[0-9a-f]{64}$/i;

export function FollowForm(props: {
  shownId: string;
  items: readonly { readonly txid: string }[];
}) {
  const { shownId, items } = props;
  const isNew = TXID.test(shownId) && items.every(({ txid }) => txid !== shownId);
  const { text, type, leave } = useTypedOver(shownId, isNew ? shownId : "");
  const [isMailed, setIsMailed] = useState(false);
  const [refused, setRefused] = useState<{ readonly text: string; readonly why: string }>();
  const follow = useChange({
    send: (txid: string) => api("followTransaction", { body: { txid, isMailed } }),
    changed: ["listFollowed"],
    onDone: ({ txid }) => {
      leave("");
      setIsMailed(false);
      return { title: texts.followed, description: txid };
    },
    onRefused: (error) => setRefused({ text, why: asApiError(error).text }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const txid = text.trim();
    if (!TXID.test(txid)) setRefused({ text, why: texts.isNoTxid });
    else if (!follow.isPending) follow.mutate(txid);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-2 border-b border-line px-5 py-4 max-md:px-4"
    >
      <p className="max-w-[68ch] text-sm text-fg-2">{texts.lead}</p>
      <div className="flex items-start gap-2.5 max-md:flex-col max-md:items-stretch">
        <Field
          className="flex-1 [&_input]:font-mono"
          label={texts.field}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={texts.placeholder}
          value={text}
          error={refused?.text === text ? refused.why : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button
          type="submit"
          className="min-h-10 md:mt-[22px]"
          isBusy={follow.isPending}
          busyLabel={texts.following}
        >
          {texts.follow}
        </Button>
      </div>
      <Toggle label={texts.mail} isOn={isMailed} onFlip={() => setIsMailed(!isMailed)}>
        {texts.mailToo}
      </Toggle>
    </form>
  );
}
