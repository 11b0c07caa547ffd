/**
 * After the password, for an account with an authenticator: its code, or a recovery code when it is
 * lost.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { asApiError } from "../api/api-error.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast-store.ts";
import { signOut } from "./auth-client.ts";
import { useAuth } from "./auth-context.ts";
import { answerSecondFactor, hasAuthenticator, isWrongCode } from "./second-factor.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";
import { codeTexts as texts, loginTexts } from "./strings.ts";

export function SecondFactorForm() {
  const { session } = useAuth();
  if (hasAuthenticator(session)) return <CodeForm />;
  return (
    <div className="grid gap-4">
      <Note>{texts.elsewhere}</Note>
      <OtherAccount />
    </div>
  );
}

function OtherAccount() {
  return (
    <Button variant="quiet" onClick={() => void signOut()}>
      {texts.otherAccount}
    </Button>
  );
}

function CodeForm() {
  const { isElsewhere } = useSignInPlace();
  const [isRecovery, setIsRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const kind = isRecovery ? texts.recovery : texts.authenticator;
  const give = async () => {
    setIsBusy(true);
    try {
      await answerSecondFactor(code.trim());
      toast({ title: loginTexts.doneTitle, description: loginTexts.doneText });
    } catch (error) {
      setRefusal(isWrongCode(error) ? kind.wrong : asApiError(error).text);
      setIsBusy(false);
      field.current?.select();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === "") setRefusal(kind.missing);
    else void give();
  };
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={kind.label}
        hint={kind.hint}
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="[&_input]:mono"
        required
        value={code}
        readOnly={isBusy}
        error={refusal}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setRefusal(undefined);
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        isBusy={isBusy}
        busyLabel={texts.busy}
      >
        {texts.submit}
      </Button>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {isElsewhere ? null : (
          <Button
            variant="quiet"
            onClick={() => {
              setIsRecovery(!isRecovery);
              setCode("");
              setRefusal(undefined);
              field.current?.focus();
            }}
          >
            {isRecovery ? texts.byAuthenticator : texts.byRecovery}
          </Button>
        )}
        <OtherAccount />
      </div>
    </form>
  );
}
