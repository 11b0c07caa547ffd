/** Sends a message to a user's practice mailbox. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { useRequestId } from "../../features/support/use-request-id.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { writeTexts as texts } from "../strings.ts";
import { calledName, type Person } from "./person.ts";
import { writeForm, type WriteInput } from "./person-forms.ts";
import { FormDialog } from "../FormDialog.tsx";
import { usePersonChange } from "./use-person-change.ts";

export function WriteDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const who = calledName(person);
  const { register, handleSubmit, formState } = useForm<WriteInput>({
    resolver: zodResolver(writeForm),
    defaultValues: { subject: "", text: "" },
  });
  const { idOf } = useRequestId();
  const { submit, isPending, error } = usePersonChange(
    (body: WriteInput) =>
      api("writeToPerson", {
        params: { userId: person.id },
        body: { ...body, requestId: idOf(JSON.stringify(body)) },
      }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText(who) };
    },
  );
  const field = (name: keyof WriteInput) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: isPending,
    required: true,
  });
  return (
    <FormDialog
      title={texts.title(who)}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={formState.isDirty}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="text-sm break-all text-fg-2">{person.email}</p>
      <Field label={texts.subject} autoComplete="off" {...field("subject")} />
      <TextArea label={texts.message} rows={6} hint={texts.messageHint} {...field("text")} />
    </FormDialog>
  );
}
