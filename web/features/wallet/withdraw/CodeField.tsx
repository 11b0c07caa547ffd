/**
 * Field for the security code, which is sent when the review begins: by e-mail or, without a mail
 * server, to the practice mailbox. Users with an authenticator enter its current code instead.
 */
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { paths } from "../../../ui/navigation/paths.ts";
import { useOutsideDelivery } from "../../mailbox/use-outside-delivery.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { takeFocus } from "../../../ui/forms/take-focus.ts";
import { withdrawTexts as texts } from "./strings.ts";
import type { Code } from "./use-code.ts";

interface TypedCode {
  value: string;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (code: string) => void;
}

export function AuthenticatorField(props: TypedCode) {
  return <Field {...fieldOf(props)} hint={texts.codeOfApp} />;
}

export function CodeField(props: TypedCode & { sending: Code; minutes: number }) {
  const { areMailed } = useOutsideDelivery();
  const { sending } = props;
  return (
    <Field
      {...fieldOf(props)}
      unit={sending.sentTo === undefined ? undefined : texts.codeTo(sending.sentTo)}
      suffix={
        <Button
          size="small"
          className="-mr-1.5"
          isBusy={sending.isSending || props.isDisabled}
          busyLabel={texts.codeSending}
          onClick={sending.send}
        >
          {sending.sentTo ? texts.codeAgain : texts.codeSend}
        </Button>
      }
      hint={
        <>
          {texts.codeHint(props.minutes)}{" "}
          {sending.sentTo ? (
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
    // Take focus, because the button that started the review had focus and is no longer rendered.
    ref: takeFocus,
    readOnly: isDisabled,
    value,
    error,
    onChange: (event) => onChange(event.currentTarget.value),
  };
}
