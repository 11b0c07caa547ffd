/**
 * Form for a new password, typed twice, and for the two-factor code if the account needs one. After
 * a code has been accepted, the form does not ask for it again, because each code works only once.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { asApiError } from "../../data/api/api-error.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { LockNote } from "./LockNote.tsx";
import { isByMail } from "../../data/api/access-token.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { UsernameField } from "../../ui/forms/UsernameField.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { AuthForm } from "./AuthForm.tsx";
import { authErrorCode, openMailedLink, setPassword, setPasswordByMail } from "./auth-client.ts";
import { resetForm, type ResetInput } from "./forms.ts";
import { useAuth } from "./auth-context.ts";
import { forgetMailedLink, type MailedLink } from "./mailed-link.ts";
import { answerSecondFactor } from "./second-factor.ts";
import { StrengthHint } from "./StrengthHint.tsx";
import { resetTexts as texts } from "./password-strings.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";

const DEAD_CODES = ["otp_expired", "flow_state_expired"];

export function NewPasswordForm(props: {
  link: MailedLink | undefined;
  onDead: () => void;
  /** Called if the link's session is too old for setting a password. */
  onRunOut: () => void;
}) {
  const navigate = useNavigate();
  const { link } = props;
  const { isElsewhere } = useSignInPlace();
  const openedToken = useRef<string>(undefined);
  // Another link may be pasted into the tab while the form is shown.
  const isOpen = () => link === undefined || openedToken.current === link.tokenHash;
  const [factor, setFactor] = useState<"unasked" | "asked" | "given">("unasked");
  const { user, session } = useAuth();
  const isMailed = link !== undefined || isByMail(session?.access_token);
  const { register, handleSubmit, setFocus, control, formState } = useForm<ResetInput>({
    resolver: zodResolver(resetForm),
    defaultValues: { next: "", confirm: "", code: "" },
  });
  const { errors, isSubmitting } = formState;
  const typed = useWatch({ control, name: "next" });

  useEffect(() => {
    if (factor === "asked") setFocus("code");
  }, [factor, setFocus]);

  const change = async ({ next, code }: ResetInput) => {
    if (link !== undefined && !isOpen()) {
      await openMailedLink(link);
      openedToken.current = link.tokenHash;
      // The link has been used, but its session is kept, so a rejected password can be retried even
      // after a reload.
      forgetMailedLink();
    }
    if (factor === "asked") {
      await answerSecondFactor(code);
      setFactor("given");
    }
    await (isMailed ? setPasswordByMail : setPassword)(next);
  };
  const submit = async (input: ResetInput) => {
    if (input.next !== input.confirm) {
      toast({
        title: texts.mismatchTitle,
        description: texts.mismatchText,
        variant: "destructive",
      });
      return;
    }
    try {
      await change(input);
    } catch (error) {
      const code = authErrorCode(error);
      if (!isOpen() && code !== undefined && DEAD_CODES.includes(code)) {
        props.onDead();
        return;
      }
      if (code === "reauthentication_needed" && isMailed) {
        props.onRunOut();
        return;
      }
      if (code === "insufficient_aal" && factor !== "asked") {
        setFactor("asked");
        return;
      }
      const description = asApiError(error).text;
      toast({ title: texts.failedTitle, description, variant: "destructive" });
      return;
    }
    const description = isElsewhere ? texts.doneElsewhere : texts.doneText;
    toast({ title: texts.doneTitle, description });
    await navigate({ ...paths.dashboard, replace: true });
  };
  const field = (name: "next" | "confirm") => ({
    ...register(name),
    type: "password",
    autoComplete: "new-password",
    error: errors[name]?.message,
    readOnly: isSubmitting,
    required: true,
  });
  return (
    <AuthForm
      onSubmit={() => handleSubmit(submit)()}
      isSubmitting={isSubmitting}
      submit={texts.submit}
      busy={texts.busy}
    >
      <LockNote of="password" />
      <UsernameField email={user?.email} />
      <Field
        label={texts.next}
        hint={<StrengthHint password={typed} email={user?.email ?? ""} />}
        {...field("next")}
      />
      <Field label={texts.confirm} {...field("confirm")} />
      {factor === "given" ? <output>{texts.factorGiven}</output> : null}
      {factor === "asked" ? (
        <Field
          label={texts.factor}
          hint={texts.factorText}
          autoComplete="one-time-code"
          required
          readOnly={isSubmitting}
          {...register("code")}
        />
      ) : null}
    </AuthForm>
  );
}
