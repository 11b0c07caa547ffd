/**
 * Edits a user's name, role and access. Explains the change and asks for a reason before saving.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { editTexts as texts, peopleTexts } from "../strings.ts";
import { calledName, type Person } from "./person.ts";
import { editForm, type EditInput } from "./person-forms.ts";
import { FormDialog } from "../FormDialog.tsx";
import { RoleChoice } from "./RoleChoice.tsx";
import { usePersonChange } from "./use-person-change.ts";

/**
 * Compares the form with the user's data at the time the dialog was opened. If another
 * administrator has changed the user since then, the server rejects the change.
 */
export function EditDialog(props: { person: Person; onClose: () => void }) {
  const { onClose } = props;
  const [person] = useState(props.person);
  const { data: me } = useQuery(apiQuery("getMe"));
  const [isAdmin, setIsAdmin] = useState(person.isAdmin);
  const [isDisabled, setIsDisabled] = useState(person.isDisabled);
  const { register, handleSubmit, control, formState } = useForm<EditInput>({
    resolver: zodResolver(editForm),
    defaultValues: { name: person.name, reason: "" },
  });
  const typed = useWatch({ control, name: "name" }).trim();
  const change = {
    ...(typed !== "" && typed !== person.name ? { name: typed } : {}),
    ...(isAdmin === person.isAdmin ? {} : { isAdmin }),
    ...(isDisabled === person.isDisabled ? {} : { isDisabled }),
  };
  const { submit, isPending, error } = usePersonChange(
    ({ reason }: EditInput) =>
      api("changePerson", {
        params: { userId: person.id },
        body: { ...change, seen: seenOf(person), reason },
      }),
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const field = (name: keyof EditInput) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: isPending,
    autoComplete: "off",
  });
  return (
    <FormDialog
      title={texts.title(calledName(person))}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      isDirty={formState.isDirty || Object.keys(change).length > 0}
      error={error}
      disabledReason={Object.keys(change).length === 0 ? texts.nothing : undefined}
      onClose={onClose}
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <p className="text-sm break-all text-fg-2">{person.email}</p>
      <Field label={texts.name} {...field("name")} />
      {me?.id === person.id ? (
        <Note>{texts.own}</Note>
      ) : (
        <>
          <RoleChoice isAdmin={isAdmin} wasAdmin={person.isAdmin} onChange={setIsAdmin} />
          <AccessChoice
            isDisabled={isDisabled}
            wasDisabled={person.isDisabled}
            isOverAdmin={person.isAdmin && isAdmin}
            onChange={setIsDisabled}
          />
        </>
      )}
      <Field label={peopleTexts.reason} hint={peopleTexts.toldHint} required {...field("reason")} />
    </FormDialog>
  );
}

function seenOf({ name, isAdmin, isDisabled }: Person) {
  return { name, isAdmin, isDisabled };
}

function AccessChoice(props: {
  isDisabled: boolean;
  wasDisabled: boolean;
  isOverAdmin: boolean;
  onChange: (isDisabled: boolean) => void;
}) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="text-xs font-medium" aria-hidden>
        {texts.state}
      </span>
      <Segments
        label={texts.state}
        value={props.isDisabled ? "disabled" : "active"}
        onChange={(state) => props.onChange(state === "disabled")}
        options={[
          { value: "active", label: peopleTexts.active },
          { value: "disabled", label: peopleTexts.disabled },
        ]}
      />
      {props.isDisabled && !props.wasDisabled ? <Note kind="bad">{texts.disableNote}</Note> : null}
      {props.isOverAdmin && props.isDisabled !== props.wasDisabled ? <AuthorityNote /> : null}
    </div>
  );
}
