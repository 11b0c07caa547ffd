/**
 * Asks for the password, or for a passkey or code if the account has two-factor authentication. The
 * waiting request then continues.
 */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { stepUpLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { asApiError } from "../../data/api/api-error.ts";
import { signOut } from "../auth/auth-client.ts";
import { useAuth } from "../auth/auth-context.ts";
import { useSignInPlace } from "../auth/use-sign-in-place.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { UsernameField } from "../../ui/forms/UsernameField.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { levelOf } from "../../data/api/access-token.ts";
import { PasskeyButton } from "../auth/PasskeyButton.tsx";
import { answerByPasskey, passkeysOf } from "../auth/passkeys.ts";
import { answerProof } from "../auth/proof-request.ts";
import { hasAuthenticator } from "../auth/second-factor.ts";
import { passkeyTexts } from "../auth/factor-strings.ts";
import { stepUpTexts as texts } from "./strings.ts";

const cancel = () => answerProof(false);

export function StepUpDialog() {
  const { isAsked, isElsewhere } = useSignInPlace();
  if (isAsked) return null;
  return isElsewhere ? <LogInAgain /> : <ProveHere />;
}

function ProveHere() {
  const { session } = useAuth();
  const isRaised = levelOf(session?.access_token) === "aal2";
  const hasPasskey = isRaised && passkeysOf(session).length > 0;
  const [isTyped, setIsTyped] = useState(false);
  if (hasPasskey && !isTyped) return <UsePasskey onTyped={() => setIsTyped(true)} />;
  return <GiveProof isByCode={isRaised} />;
}

function UsePasskey(props: { onTyped: () => void }) {
  const { session } = useAuth();
  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={cancel}
      cancel={texts.cancel}
      actions={
        <PasskeyButton
          label={passkeyTexts.use}
          failure={passkeyTexts.proofFailed}
          look={{ variant: "primary" }}
          ask={answerByPasskey}
          onDone={() => answerProof(true)}
          isFirst
        />
      }
    >
      <p>{texts.lead}</p>
      <p className="text-sm text-fg-2">{texts.minutes(stepUpLimits.minutes)}</p>
      <div>
        <Button variant="quiet" size="small" onClick={props.onTyped}>
          {hasAuthenticator(session) ? passkeyTexts.byCode : passkeyTexts.byRecovery}
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Asks for a new login. The password of a hosted service must not be typed on this page, so only a
 * login at that service confirms the user's identity.
 */
function LogInAgain() {
  const leave = useMutation({
    mutationFn: signOut,
    onError: toastError,
    onSettled: cancel,
  });
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={leave.isPending}
      onClose={cancel}
      cancel={texts.cancel}
      actions={
        <Button
          variant="primary"
          isBusy={leave.isPending}
          busyLabel={texts.leaving}
          onClick={() => leave.mutate()}
        >
          {texts.leave}
        </Button>
      }
    >
      <p>{texts.elsewhere(stepUpLimits.minutes)}</p>
    </Dialog>
  );
}

function GiveProof({ isByCode }: { isByCode: boolean }) {
  const [proof, setProof] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { user } = useAuth();
  const formId = useId();
  const renew = useMutation({
    mutationFn: () =>
      api("renewProof", { body: isByCode ? { code: proof.trim() } : { password: proof } }),
    onSuccess: () => answerProof(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(proof === "");
    if (proof !== "" && !renew.isPending) renew.mutate();
  };
  const field = useRef<HTMLInputElement>(null);
  // Move the focus to this field, because the dialog has focused its close button.
  useEffect(() => field.current?.focus(), []);
  const missing = isByCode ? texts.codeMissing : texts.passwordMissing;
  const refused = renew.error === null ? undefined : asApiError(renew.error).text;
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={renew.isPending}
      onClose={cancel}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={renew.isPending}
          busyLabel={texts.busy}
        >
          {texts.submit}
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" method="post" noValidate onSubmit={submit}>
        <p>{texts.lead}</p>
        {isByCode ? null : <UsernameField email={user?.email} />}
        <Field
          ref={field}
          label={isByCode ? texts.code : texts.password}
          {...(isByCode
            ? { inputMode: "text", autoComplete: "one-time-code" }
            : { type: "password", autoComplete: "current-password" })}
          hint={
            isByCode
              ? `${texts.codeHint} ${texts.minutes(stepUpLimits.minutes)}`
              : texts.minutes(stepUpLimits.minutes)
          }
          required
          value={proof}
          readOnly={renew.isPending}
          error={isMissing ? missing : refused}
          onChange={(event) => {
            setProof(event.currentTarget.value);
            setIsMissing(false);
            renew.reset();
          }}
        />
      </form>
    </Dialog>
  );
}
