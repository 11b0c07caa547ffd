/** Sign-in with e-mail and password, and with the code of an authenticator where the account has one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { Link, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { paths } from "../paths.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { toast } from "../ui/toast-store.ts";
import { useAuth } from "./auth-context.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { loginForm, type LoginInput } from "./forms.ts";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { SetupNote } from "./SetupNote.tsx";
import { codeTexts, forgotTexts, loginTexts } from "./strings.ts";
import { useAfterSignIn } from "./use-after-sign-in.ts";

export function LoginPage() {
  const search = useSearch({ from: "/account/login" });
  const { user, needsCode } = useAuth();
  useAfterSignIn(search.redirect);
  return (
    <AuthFrame
      documentTitle={loginTexts.title}
      title={needsCode ? codeTexts.title : loginTexts.title}
      lead={needsCode ? codeTexts.lead(user?.email ?? "") : loginTexts.lead}
      other={
        needsCode ? (
          codeTexts.lost
        ) : (
          <>
            No account yet?{" "}
            <Link {...paths.register} search={search} className="text-fg underline">
              Sign Up
            </Link>
            <Link {...paths.forgotPassword} className="mt-2 block w-fit text-fg underline">
              {forgotTexts.link}
            </Link>
          </>
        )
      }
    >
      <SetupNote>The account that you log in with becomes the administrator.</SetupNote>
      {needsCode ? <SecondFactorForm /> : <LoginForm />}
    </AuthFrame>
  );
}

function LoginForm() {
  const { signIn } = useAuth();
  const { register, handleSubmit, formState } = useForm<LoginInput>({
    resolver: zodResolver(loginForm),
  });
  const { errors, isSubmitting } = formState;
  const submit = async (input: LoginInput) => {
    if (!(await signIn(input))) return;
    toast({ title: loginTexts.doneTitle, description: loginTexts.doneText });
  };
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register("email")}
        disabled={isSubmitting}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register("password")}
        disabled={isSubmitting}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        isBusy={isSubmitting}
        busyLabel="Logging in..."
      >
        Login
      </Button>
    </form>
  );
}
