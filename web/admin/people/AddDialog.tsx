/** Adds a user with an initial password, which the administrator gives to the user. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { addTexts as texts, peopleTexts } from "../strings.ts";
import { addForm, type AddInput } from "./person-forms.ts";
import { FormDialog } from "../FormDialog.tsx";
import { RoleChoice } from "./RoleChoice.tsx";
import { usePersonChange } from "./use-person-change.ts";

/**
 * Alphabet of generated passwords, without similar-looking characters. A generated password has
 * about 95 bits of entropy.
 */
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH * 4));
  // Discard bytes at or above the largest multiple of the alphabet's length, because they would
  // make the first characters more likely.
  const fair = bytes.filter((byte) => byte < 256 - (256 % LETTERS.length)).slice(0, LENGTH);
  return Array.from(fair, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function AddDialog(props: { isOpen: boolean; onClose: () => void }) {
  return props.isOpen ? <OpenAddDialog onClose={props.onClose} /> : null;
}

function OpenAddDialog({ onClose }: { onClose: () => void }) {
  const [isAdmin, setIsAdmin] = useState(false);
  const { register, handleSubmit, setValue, formState } = useForm<AddInput>({
    resolver: zodResolver(addForm),
    defaultValues: { name: "", email: "", password: "", reason: "" },
  });
  const { submit, isPending, error } = usePersonChange(
    (body: AddInput) => api("addPerson", { body: { ...body, isAdmin } }),
    ({ email }) => {
      onClose();
      return { title: texts.done, description: texts.doneText(email) };
    },
  );
  const field = (name: keyof AddInput) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: isPending,
    required: true,
    autoComplete: "off",
  });
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <Field label={texts.name} {...field("name")} />
      <Field label={texts.email} type="email" {...field("email")} />
      <Field
        label={texts.password}
        hint={texts.passwordHint}
        suffix={
          <Button
            variant="quiet"
            size="small"
            onClick={() => setValue("password", randomPassword(), { shouldValidate: true })}
          >
            {texts.generate}
          </Button>
        }
        {...field("password")}
      />
      <RoleChoice isAdmin={isAdmin} onChange={setIsAdmin} />
      <Field label={peopleTexts.reason} hint={peopleTexts.reasonHint} {...field("reason")} />
    </FormDialog>
  );
}
