/**
 * Dialog that converts an anonymous account to a regular account with e-mail address and password.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { asApiError } from "../../data/api/api-error.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { keep } from "./auth-client.ts";
import { keepForm, type KeepInput } from "./forms.ts";
import { MessageSent } from "./MessageSent.tsx";
import { StrengthHint } from "./StrengthHint.tsx";
import { keepTexts as texts } from "./anonymous-account-strings.ts";

export function KeepDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [sentTo, setSentTo] = useState<string>();
  const queryClient = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<KeepInput>({
    resolver: zodResolver(keepForm),
    defaultValues: { email: "", password: "" },
  });
  const typed = useWatch({ control });
  const { errors, isSubmitting } = formState;
  const submit = async (input: KeepInput) => {
    try {
      if ((await keep(input)) === "to-confirm") return setSentTo(input.email);
    } catch (error) {
      const description = asApiError(error).text;
      return toast({ title: texts.failedTitle, description, variant: "destructive" });
    }
    toast({ title: texts.doneTitle, description: texts.doneText(input.email) });
    onClose();
    await queryClient.invalidateQueries();
    return undefined;
  };
  if (sentTo !== undefined) {
    return (
      <Dialog title={texts.title} isOpen onClose={onClose} cancel={texts.close} actions={null}>
        <MessageSent text={texts.sentText(sentTo)} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={texts.title}
      isOpen
      isBusy={isSubmitting}
      onClose={onClose}
      cancel={texts.cancel}
      actions={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={isSubmitting}
          busyLabel={texts.busy}
        >
          {texts.submit}
        </Button>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Ignore Enter, which would submit the form even while the button is busy.
          if (!isSubmitting) void handleSubmit(submit)();
        }}
      >
        <p>{texts.lead}</p>
        <Field
          label={texts.email}
          type="email"
          autoComplete="email"
          required
          readOnly={isSubmitting}
          error={errors.email?.message}
          {...register("email")}
        />
        <Field
          label={texts.password}
          type="password"
          autoComplete="new-password"
          required
          readOnly={isSubmitting}
          error={errors.password?.message}
          hint={<StrengthHint password={typed.password ?? ""} email={typed.email ?? ""} />}
          {...register("password")}
        />
      </form>
    </Dialog>
  );
}
