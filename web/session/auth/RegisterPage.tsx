/**
 * Sign-up with name, e-mail address and password (typed twice). The new user is signed in
 * immediately, or is told to open the e-mail from a hosted service.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { paths } from "../../ui/navigation/paths.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { useAuth } from "./auth-context.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { registerForm, type RegisterInput } from "./forms.ts";
import { MessageSent } from "./MessageSent.tsx";
import { useSetupLink } from "./setup-link.ts";
import { SetupNote } from "./SetupNote.tsx";
import { StrengthHint } from "./StrengthHint.tsx";
import { confirmTexts } from "./link-strings.ts";
import { registerTexts as texts } from "./strings.ts";
import { useAfterSignIn } from "./use-after-sign-in.ts";

export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>();
  const search = useSearch({ from: "/account/register" });
  useSetupLink();
  useAfterSignIn(search.redirect);
  return (
    <AuthFrame
      documentTitle={texts.documentTitle}
      title={texts.title}
      lead={texts.lead}
      other={
        <>
          {texts.instead}{" "}
          <Link {...paths.login} search={search} className="text-fg underline">
            {texts.login}
          </Link>
        </>
      }
    >
      <SetupNote>{texts.setup}</SetupNote>
      {sentTo === undefined ? (
        <RegisterForm onMessage={setSentTo} />
      ) : (
        <MessageSent text={confirmTexts.signUpText(sentTo)} />
      )}
    </AuthFrame>
  );
}

function RegisterForm(props: { onMessage: (email: string) => void }) {
  const { signUp } = useAuth();
  const { register, handleSubmit, control, formState } = useForm<RegisterInput>({
    resolver: zodResolver(registerForm),
  });
  const typed = useWatch({ control });
  const { errors, isSubmitting } = formState;
  const submit = async ({ name, email, password, confirmPassword }: RegisterInput) => {
    if (password !== confirmPassword) {
      toast({
        title: texts.mismatchTitle,
        description: texts.mismatchText,
        variant: "destructive",
      });
      return;
    }
    const outcome = await signUp({ name, email, password });
    if (outcome === "to-confirm") props.onMessage(email);
    if (outcome !== "signed-in") return;
    toast({ title: texts.doneTitle, description: texts.doneText });
  };
  const field = (name: keyof RegisterInput) => ({
    ...register(name),
    error: errors[name]?.message,
    required: true,
    disabled: isSubmitting,
  });
  return (
    <AuthForm
      onSubmit={() => handleSubmit(submit)()}
      isSubmitting={isSubmitting}
      submit={texts.submit}
      busy={texts.busy}
    >
      <Field label={texts.name} autoComplete="name" {...field("name")} />
      <Field label={texts.email} type="email" autoComplete="email" {...field("email")} />
      <Field
        label={texts.password}
        type="password"
        autoComplete="new-password"
        hint={<StrengthHint password={typed.password ?? ""} email={typed.email ?? ""} />}
        {...field("password")}
      />
      <Field
        label={texts.confirm}
        type="password"
        autoComplete="new-password"
        {...field("confirmPassword")}
      />
    </AuthForm>
  );
}
