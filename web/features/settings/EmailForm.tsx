/**
 * Form for a new e-mail address. The sign-in service requires an identity check if the last sign-in
 * is too old.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { asApiError } from "../../data/api/api-error.ts";
import { changeEmail } from "../../session/auth/auth-client.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { USER_KEY } from "./email-query.ts";
import { LockNote } from "../../session/auth/LockNote.tsx";
import { emailTexts as texts } from "./strings.ts";

export function EmailForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm<{ next: string }>({
    resolver: zodResolver(
      z.object({
        next: z
          .email(texts.addressBad)
          .check(z.refine((next) => next.toLowerCase() !== email, texts.same)),
      }),
    ),
    defaultValues: { next: "" },
  });
  const change = useMutation({
    mutationFn: changeEmail,
    onSuccess: () => toast({ title: texts.sentTitle, description: texts.sentText }),
    onError: (error) =>
      toast({
        title: texts.failedTitle,
        description: asApiError(error).text,
        variant: "destructive",
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: USER_KEY }),
  });
  const submit = ({ next }: { next: string }) => {
    if (!change.isPending) change.mutate(next);
  };
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field
        label={texts.next}
        type="email"
        autoComplete="email"
        required
        error={formState.errors.next?.message}
        readOnly={change.isPending}
        {...register("next")}
      />
      <LockNote />
      <div>
        <Button type="submit" variant="primary" isBusy={change.isPending} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
