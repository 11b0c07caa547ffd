/**
 * Form for name, phone and mining name. It sends only changed fields, so that two tabs do not
 * overwrite each other's changes.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer, ApiInput } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { profileForm, type ProfileInput } from "./profile-form.ts";
import { settingsTexts as texts } from "./strings.ts";

type Me = ApiAnswer<"getMe">;

const valuesOf = ({ name, phone, miningName }: Me): ProfileInput => ({
  name,
  phone: phone ?? "",
  miningName,
});

const NAMES = ["name", "phone", "miningName"] as const;

export function ProfileForm({ me }: { me: Me }) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, resetField, formState } = useForm<ProfileInput>({
    resolver: zodResolver(profileForm),
    values: valuesOf(me),
    // Keep the text of edited fields when another tab saves the profile.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, dirtyFields, isDirty } = formState;
  const save = useMutation({
    mutationFn: (body: ApiInput<"updateMe">["body"]) => api("updateMe", { body }),
    onSuccess: (saved) => {
      // Reset each field to the saved value, because the server may have normalized it (for
      // example, a phone number without spaces). The difference must not count as an edit.
      const values = valuesOf(saved);
      for (const name of NAMES) resetField(name, { defaultValue: values[name] });
      queryClient.setQueryData(apiQuery("getMe").queryKey, saved);
      toast({ title: texts.savedTitle, description: texts.savedText });
    },
    onError: toastError,
  });
  const submit = ({ name, phone, miningName }: ProfileInput) => {
    if (save.isPending) return;
    save.mutate({
      ...(dirtyFields.name ? { name } : {}),
      ...(dirtyFields.phone ? { phone } : {}),
      ...(dirtyFields.miningName ? { miningName } : {}),
    });
  };
  const field = (name: keyof ProfileInput) => ({
    ...register(name),
    error: errors[name]?.message,
    readOnly: save.isPending,
  });
  return (
    <form
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field label={texts.name} autoComplete="name" required {...field("name")} />
      <Field
        label={texts.email}
        type="email"
        value={me.email}
        readOnly
        disabled
        hint={
          <>
            {texts.emailHint} <Link {...paths.changeEmail}>{texts.changeEmail}</Link>
          </>
        }
      />
      <Field
        label={texts.phone}
        type="tel"
        autoComplete="tel"
        hint={texts.phoneHint}
        {...field("phone")}
      />
      <Field
        label={texts.miningName}
        autoComplete="off"
        spellCheck={false}
        hint={texts.miningNameHint}
        {...field("miningName")}
      />
      <div>
        <Button
          type="submit"
          variant="primary"
          isBusy={save.isPending}
          busyLabel={texts.saving}
          disabledReason={isDirty || save.isPending ? undefined : texts.unchanged}
        >
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
