/**
 * Signs the user in with a passkey, or with e-mail address and password. If the account has
 * two-factor authentication, the code form is shown next.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { useAuth } from "./auth-context.ts";
import { AuthForm } from "./AuthForm.tsx";
import { AuthFrame } from "./AuthFrame.tsx";
import { useCarriedSession } from "./carried-session.ts";
import { CarriedSessionChoice } from "./CarriedSessionChoice.tsx";
import { loginForm, type LoginInput } from "./forms.ts";
import { isRefusedLink, useFragment } from "./mailed-link.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { passkeysOf, signInWithPasskey } from "./passkeys.ts";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { SetupNote } from "./SetupNote.tsx";
import { codeTexts, passkeyTexts } from "./factor-strings.ts";
import { deadLinkTexts, forgotTexts, loginLinkTexts } from "./link-strings.ts";
import { endedTexts, loginTexts } from "./strings.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";
import { useAfterSignIn } from "./use-after-sign-in.ts";

export function LoginPage() {
  const search = useSearch({ from: "/account/login" });
  const { user, session, needsCode, wasEnded } = useAuth();
  const hasPasskey = passkeysOf(session).length > 0;
  const carried = useCarriedSession();
  useAfterSignIn(search.redirect, carried !== undefined);
  const isRefused = isRefusedLink(useFragment());
  return (
    <AuthFrame
      documentTitle={loginTexts.title}
      title={needsCode ? (hasPasskey ? codeTexts.passkeyTitle : codeTexts.title) : loginTexts.title}
      lead={
        needsCode
          ? (hasPasskey ? passkeyTexts : codeTexts).lead(user?.email ?? "")
          : loginTexts.lead
      }
      other={
        needsCode ? (
          <LostCode />
        ) : (
          <>
            {loginTexts.instead}{" "}
            <Link {...paths.register} search={search} className="text-fg underline">
              {loginTexts.signUp}
            </Link>
            <Link {...paths.forgotPassword} className="mt-2 block w-fit py-0.5 text-fg underline">
              {forgotTexts.link}
            </Link>
            <ByMessage />
          </>
        )
      }
    >
      {wasEnded ? <EndedNote /> : null}
      {isRefused ? <DeadLinkNote /> : null}
      <SetupNote>{loginTexts.setup}</SetupNote>
      {carried === undefined ? needsCode ? <SecondFactorForm /> : <LoginWays /> : null}
      {carried === undefined ? null : <CarriedSessionChoice carried={carried} />}
    </AuthFrame>
  );
}

function welcome() {
  toast({ title: loginTexts.doneTitle, description: loginTexts.doneText });
}

function DeadLinkNote() {
  return (
    <div role="alert" className="mb-4">
      <Note kind="bad">
        <strong>{deadLinkTexts.usedTitle}</strong> {deadLinkTexts.refusedText}
      </Note>
    </div>
  );
}

/**
 * Help for users without access to their two-factor codes. With a hosted service, there are no
 * recovery codes and administrators cannot help.
 */
function LostCode() {
  return useSignInPlace().isElsewhere ? codeTexts.lostElsewhere : codeTexts.lost;
}

/** Explains why the login page is shown to a user who did not log out. */
function EndedNote() {
  return (
    <output className="mb-4 block">
      <Note>
        <strong>{endedTexts.title}</strong> {endedTexts.text}
      </Note>
    </output>
  );
}

/**
 * Link to sign in with an e-mail link. Shown only if a mail server is connected, because reading
 * the practice mailbox requires a sign-in.
 */
function ByMessage() {
  const config = useQuery(apiQuery("getConfig"));
  const { isElsewhere } = useSignInPlace();
  if (config.data?.messages !== "mail" && !isElsewhere) return null;
  return (
    <Link {...paths.loginLink} className="mt-2 block w-fit text-fg underline">
      {loginLinkTexts.link}
    </Link>
  );
}

function LoginWays() {
  return (
    <div className="grid gap-3">
      <LoginForm />
      <PasskeyButton
        label={passkeyTexts.logIn}
        failure={passkeyTexts.signInFailed}
        look={{ size: "large", isBlock: true }}
        ask={signInWithPasskey}
        onDone={welcome}
      />
    </div>
  );
}

function LoginForm() {
  const { signIn } = useAuth();
  const { register, handleSubmit, formState } = useForm<LoginInput>({
    resolver: zodResolver(loginForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = async (input: LoginInput) => {
    if (await signIn(input)) welcome();
  };
  return (
    <AuthForm
      onSubmit={() => handleSubmit(submit)()}
      isSubmitting={isSubmitting}
      submit={loginTexts.submit}
      busy={loginTexts.busy}
    >
      <Field
        label={loginTexts.email}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register("email")}
        disabled={isSubmitting}
      />
      <Field
        label={loginTexts.password}
        type="password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register("password")}
        disabled={isSubmitting}
      />
    </AuthForm>
  );
}
