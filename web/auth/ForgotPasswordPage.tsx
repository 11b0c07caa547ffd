/** /forgot-password: asks for a letter with a link. Says the same for addresses with and without an account. */
import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "../api-error.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { toast } from "../ui/toast-store.ts";
import { requestRecovery } from "./auth-client.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { forgotForm, type ForgotInput } from "./forms.ts";
import { forgotTexts as texts } from "./strings.ts";
import { WhereLettersGo } from "./WhereLettersGo.tsx";

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <AuthFrame
      documentTitle={texts.title}
      title={texts.title}
      lead={texts.lead}
      other={
        <>
          {texts.remembered}{" "}
          <Link {...paths.login} className="text-fg underline">
            {texts.login}
          </Link>
        </>
      }
    >
      {sentTo === undefined ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <Sent email={sentTo} onAgain={() => setSentTo(undefined)} />
      )}
    </AuthFrame>
  );
}

function ForgotForm(props: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm<ForgotInput>({
    resolver: zodResolver(forgotForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = async ({ email }: ForgotInput) => {
    try {
      await requestRecovery(email);
      props.onSent(email);
    } catch (error) {
      const description = asApiError(error).text;
      toast({ title: texts.failedTitle, description, variant: "destructive" });
    }
  };
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field
        label={texts.email}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register("email")}
        readOnly={isSubmitting}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        isBusy={isSubmitting}
        busyLabel={texts.busy}
      >
        {texts.submit}
      </Button>
      <LettersHere />
    </form>
  );
}

function Sent(props: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the pressed button is gone: the focus goes to what took its place.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-md font-semibold outline-none">
          {texts.sentTitle}
        </h2>
        <p className="mt-1 text-fg-2 [overflow-wrap:anywhere]">{texts.sentText(props.email)}</p>
      </div>
      <LettersHere />
      <div>
        <Button onClick={props.onAgain}>{texts.again}</Button>
      </div>
    </div>
  );
}

/** Where no mail leaves the house: what still works for somebody who is signed in nowhere. */
function LettersHere() {
  return (
    <WhereLettersGo text={texts.mailboxText}>
      <p className="mt-2">
        <strong>{texts.operatorTitle}</strong> {texts.operatorText}
      </p>
      <p className="mono mt-1 text-xs [overflow-wrap:anywhere] text-fg">{texts.operatorCommand}</p>
    </WhereLettersGo>
  );
}
