/**
 * Confirmation step before a user is deleted. Users with money cannot be deleted. The server
 * reports all other deletion blockers.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { deleteTexts as texts, peopleTexts } from "../strings.ts";
import { balanceOf, calledName, type Person } from "./person.ts";
import { deleteForm, type DeleteInput } from "./person-forms.ts";
import { FormDialog } from "../FormDialog.tsx";
import { usePersonChange } from "./use-person-change.ts";

export function DeleteDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { register, handleSubmit, formState } = useForm<DeleteInput>({
    resolver: zodResolver(deleteForm),
    defaultValues: { reason: "" },
  });
  const { submit, isPending, error } = usePersonChange(
    (body: DeleteInput) => api("deletePerson", { params: { userId: person.id }, body }),
    () => {
      onClose();
      const description = person.email === "" ? undefined : texts.doneText(person.email);
      return { title: texts.done, description };
    },
  );
  const { data: me } = useQuery(apiQuery("getMe"));
  const hasMoney = balanceOf(person) > 0 || person.balances.availableCents > 0;
  const obstacle = obstacleOf({ isOwn: me?.id === person.id, hasMoney });
  return (
    <FormDialog
      title={texts.title(calledName(person))}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={formState.isDirty}
      disabledReason={obstacle?.short}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="text-sm text-fg-2">{person.email}</p>
      <Note kind="bad">{obstacle?.text ?? texts.text}</Note>
      {person.isAdmin && !obstacle ? <AuthorityNote /> : null}
      {obstacle ? null : (
        <Field
          label={peopleTexts.reason}
          hint={peopleTexts.reasonHint}
          required
          autoComplete="off"
          error={formState.errors.reason?.message}
          readOnly={isPending}
          {...register("reason")}
        />
      )}
    </FormDialog>
  );
}

function obstacleOf({ isOwn, hasMoney }: { isOwn: boolean; hasMoney: boolean }) {
  if (isOwn) return { text: texts.own, short: texts.notOwn };
  return hasMoney ? { text: texts.hasMoney, short: texts.notYet } : undefined;
}
