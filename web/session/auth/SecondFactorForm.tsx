/**
 * Second step of a sign-in: a passkey, an authenticator code, or a recovery code if the user has
 * neither.
 */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { signOut } from "./auth-client.ts";
import { useAuth } from "./auth-context.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { answerByPasskey, passkeysOf } from "./passkeys.ts";
import { answerSecondFactor, hasAuthenticator, isWrongCode } from "./second-factor.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";
import { codeTexts as texts, passkeyTexts } from "./factor-strings.ts";
import { loginTexts } from "./strings.ts";

export function SecondFactorForm() {
  const { session } = useAuth();
  const { isElsewhere } = useSignInPlace();
  const hasApp = hasAuthenticator(session);
  const hasPasskey = !isElsewhere && passkeysOf(session).length > 0;
  const [isByCode, setIsByCode] = useState(false);
  if (hasPasskey && !isByCode)
    return (
      <div className="grid gap-4">
        <PasskeyButton
          label={passkeyTexts.use}
          failure={passkeyTexts.proofFailed}
          look={{ variant: "primary", size: "large", isBlock: true }}
          ask={answerByPasskey}
          onDone={welcome}
        />
        <div className="flex flex-wrap gap-x-2 gap-y-1">
          <Button variant="quiet" onClick={() => setIsByCode(true)}>
            {hasApp ? passkeyTexts.byCode : passkeyTexts.byRecovery}
          </Button>
          <OtherAccount />
        </div>
      </div>
    );
  if (hasApp || hasPasskey)
    return (
      <CodeForm hasApp={hasApp} {...(hasPasskey ? { onPasskey: () => setIsByCode(false) } : {})} />
    );
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

function welcome() {
  toast({ title: loginTexts.doneTitle, description: loginTexts.doneText });
}

/** Form for a two-factor code. Without an authenticator app, accepts only recovery codes. */
function CodeForm(props: { hasApp: boolean; onPasskey?: () => void }) {
  const { isElsewhere } = useSignInPlace();
  const [isRecovery, setIsRecovery] = useState(!props.hasApp);
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
      welcome();
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
        {props.onPasskey === undefined ? null : (
          <Button variant="quiet" onClick={props.onPasskey}>
            {passkeyTexts.use}
          </Button>
        )}
        {isElsewhere || !props.hasApp ? null : (
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
