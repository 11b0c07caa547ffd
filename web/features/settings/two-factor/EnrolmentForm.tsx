/**
 * Shows a new authenticator's secret as a QR code and as text. The first correct code activates the
 * authenticator.
 */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { asApiError } from "../../../data/api/api-error.ts";
import { giveCode, isWrongCode, type Enrolment } from "../../../session/auth/second-factor.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { enrolTexts as texts } from "./strings.ts";

export function EnrolmentForm(props: {
  enrolment: Enrolment;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { enrolment } = props;
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const confirm = useMutation({
    mutationFn: () => giveCode(enrolment.id, code.trim()),
    onSuccess: props.onDone,
    onError(error) {
      setRefusal(isWrongCode(error) ? texts.wrong : asApiError(error).text);
      field.current?.select();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (code.trim() === "") setRefusal(texts.missing);
    else confirm.mutate();
  };
  return (
    <form className="grid gap-5" method="post" noValidate onSubmit={submit}>
      <Secret enrolment={enrolment} />
      <div className="grid gap-2">
        <h3 className="font-medium">{texts.give}</h3>
        <Field
          ref={field}
          className="max-w-xs [&_input]:mono"
          label={texts.code}
          hint={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          readOnly={confirm.isPending}
          error={refusal}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        <p className="text-xs text-fg-2">{texts.others}</p>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="primary"
          isBusy={confirm.isPending}
          busyLabel={texts.confirming}
        >
          {texts.confirm}
        </Button>
        <Button onClick={props.onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

function Secret({ enrolment }: { enrolment: Enrolment }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">{texts.scan}</h3>
      <div className="flex flex-wrap items-start gap-5">
        <img
          src={enrolment.qrCode}
          alt={texts.picture}
          className="size-48 rounded-md border border-line"
        />
        <div className="grid min-w-0 flex-1 basis-48 gap-1.5">
          <span className="text-xs font-medium">{texts.byHand}</span>
          <div className="flex items-center gap-2">
            <code translate="no" className="mono min-w-0 break-words select-all">
              {enrolment.secret.replaceAll(/(.{4})(?!$)/g, "$1 ")}
            </code>
            <CopyButton text={enrolment.secret} label={texts.copySecret} />
          </div>
        </div>
      </div>
    </div>
  );
}
