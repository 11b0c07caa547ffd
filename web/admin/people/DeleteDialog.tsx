/** The second look before a person is deleted. Who holds money cannot be; what else is left the server says. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { api } from "../../api.ts";
import { Field } from "../../ui/Field.tsx";
import { Note } from "../../ui/Note.tsx";
import { deleteTexts as texts, peopleTexts } from "../strings.ts";
import { balanceOf, calledName, type Person } from "./PeopleTable.tsx";
import { deleteForm, type DeleteInput } from "./person-forms.ts";
import { PersonDialog } from "./PersonDialog.tsx";
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
      return { title: texts.done, description: texts.doneText(person.email) };
    },
  );
  const hasMoney = balanceOf(person) > 0 || person.balances.availableCents > 0;
  return (
    <PersonDialog
      title={texts.title(calledName(person))}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      disabledReason={hasMoney ? texts.notYet : undefined}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="text-sm text-fg-2">{person.email}</p>
      <Note kind="bad">{hasMoney ? texts.hasMoney : texts.text}</Note>
      {hasMoney ? null : (
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
    </PersonDialog>
  );
}
