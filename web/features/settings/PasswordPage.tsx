/** /settings/password: sets a new password. The current password is required. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { asApiError } from "../../data/api/api-error.ts";
import { changePassword } from "../../session/auth/auth-client.ts";
import { useAuth } from "../../session/auth/auth-context.ts";
import { KeepNote } from "../../session/auth/KeepNote.tsx";
import { newPassword } from "../../session/auth/forms.ts";
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { StrengthHint } from "../../session/auth/StrengthHint.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { UsernameField } from "../../ui/forms/UsernameField.tsx";
import { LockNote } from "../../session/auth/LockNote.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { passwordTexts as texts } from "./strings.ts";

const passwordForm = z.object({
  current: z.string().check(z.minLength(1, texts.currentMissing)),
  next: newPassword,
  confirm: z.string().check(z.minLength(1, texts.confirmMissing)),
});

type PasswordInput = z.infer<typeof passwordForm>;

const EMPTY: PasswordInput = { current: "", next: "", confirm: "" };

export function PasswordPage() {
  const { user } = useAuth();
  const { isElsewhere } = useSignInPlace();
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {isElsewhere ? texts.leadElsewhere : texts.lead}
      </PageHead>
      <div className="grid max-w-xl gap-4">
        {user?.is_anonymous === true ? (
          <KeepNote />
        ) : (
          <>
            <LockNote of="password" />
            <Panel>
              <PasswordForm />
            </Panel>
          </>
        )}
      </div>
    </>
  );
}

function PasswordForm() {
  const queryClient = useQueryClient();
  const { user } = useAuth();
  const { isElsewhere } = useSignInPlace();
  const { register, handleSubmit, reset, control, formState } = useForm<PasswordInput>({
    resolver: zodResolver(passwordForm),
    defaultValues: EMPTY,
  });
  const typed = useWatch({ control, name: "next" });
  const change = useMutation({
    mutationFn: ({ current, next }: PasswordInput) => changePassword({ current, next }),
    onSuccess() {
      reset(EMPTY);
      const description = isElsewhere ? texts.doneElsewhere : texts.doneText;
      toast({ title: texts.doneTitle, description });
    },
    onError: (error) =>
      toast({
        title: texts.failedTitle,
        description: asApiError(error).text,
        variant: "destructive",
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["listSessions"] }),
  });
  const submit = (input: PasswordInput) => {
    if (change.isPending) return;
    if (input.next === input.confirm) change.mutate(input);
    else
      toast({
        title: texts.mismatchTitle,
        description: texts.mismatchText,
        variant: "destructive",
      });
  };
  const field = (name: keyof PasswordInput) => ({
    ...register(name),
    type: "password",
    error: formState.errors[name]?.message,
    readOnly: change.isPending,
    required: true,
  });
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <UsernameField email={user?.email} />
      <Field label={texts.current} autoComplete="current-password" {...field("current")} />
      <Field
        label={texts.next}
        autoComplete="new-password"
        hint={<StrengthHint password={typed} email={user?.email ?? ""} />}
        {...field("next")}
      />
      <Field label={texts.confirm} autoComplete="new-password" {...field("confirm")} />
      <div>
        <Button type="submit" variant="primary" isBusy={change.isPending} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
