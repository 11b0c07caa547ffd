/**
 * The security code: sent on request, typed here. Without a mail server it lands in the practice
 * mailbox; with one it does not. Who has an authenticator reads it there.
 */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { api } from "../../api/call.ts";
import type { ApiInput } from "../../api/route-shapes.ts";
import { paths } from "../../navigation/paths.ts";
import { useWaysOut } from "../../mailbox/ways-out.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { toastError } from "../../ui/toast-error.ts";
import { toast } from "../../ui/toast-store.ts";
import { withdrawTexts as texts } from "./strings.ts";

type CodeFor = ApiInput<"sendWithdrawalCode">["body"];

interface TypedCode {
  value: string;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (code: string) => void;
}

export function AuthenticatorField(props: TypedCode) {
  return <Field {...fieldOf(props)} hint={texts.codeOfApp} />;
}

export function CodeField(
  props: TypedCode & {
    sentTo: string;
    /** The code will be good for this one only. */
    withdrawal: CodeFor;
    minutes: number;
  },
) {
  const { areMailed } = useWaysOut();
  const sendCode = useMutation({
    mutationFn: () => api("sendWithdrawalCode", { body: props.withdrawal }),
    onSuccess: ({ sentTo }) =>
      toast({ title: texts.codeSentTitle, description: texts.codeSentText(sentTo) }),
    onError: toastError,
  });
  return (
    <Field
      {...fieldOf(props)}
      unit={texts.codeTo(props.sentTo)}
      suffix={
        <Button
          size="small"
          className="-mr-1.5"
          isBusy={sendCode.isPending || props.isDisabled}
          busyLabel={texts.codeSending}
          onClick={() => sendCode.mutate()}
        >
          {sendCode.isSuccess ? texts.codeAgain : texts.codeSend}
        </Button>
      }
      hint={
        <>
          {texts.codeHint(props.minutes)}{" "}
          {sendCode.isSuccess ? (
            <Link {...paths.mailbox} target="_blank">
              {areMailed === true ? texts.codeMailed : texts.codeMailbox}
            </Link>
          ) : null}
        </>
      }
    />
  );
}

function fieldOf({ value, error, isDisabled, onChange }: TypedCode): ComponentProps<typeof Field> {
  return {
    label: texts.codeLabel,
    name: "code",
    inputMode: "numeric",
    autoComplete: "one-time-code",
    placeholder: texts.codePlaceholder,
    required: true,
    readOnly: isDisabled,
    value,
    error,
    onChange: (event) => onChange(event.currentTarget.value),
  };
}
