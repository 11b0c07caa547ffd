/**
 * Shows a user's authenticator. Administrators can remove it if the user lost both the phone and
 * the recovery codes.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { calledName } from "../people/person.ts";
import { CHANGED_BY_PERSON } from "../people/use-person-change.ts";
import { peopleTexts } from "../strings.ts";
import type { Profile } from "./profile.ts";
import { personTexts, removeFactorTexts as texts } from "./strings.ts";

/** Renders a row for a `KeyValues` list. */
export function SecondFactorLine({ person }: { person: Profile }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: me } = useQuery(apiQuery("getMe"));
  const isOwn = me?.id === person.id;
  const { fields, yes, no } = personTexts;
  return (
    <>
      <KeyValue label={fields.secondFactor}>
        <span className="grid justify-items-end gap-1.5 whitespace-normal">
          {person.hasSecondFactor ? yes : no}
          {person.hasSecondFactor ? (
            <Button
              size="small"
              disabledReason={isOwn ? texts.own : undefined}
              onClick={() => setIsOpen(true)}
            >
              {texts.button}
            </Button>
          ) : null}
        </span>
      </KeyValue>
      {isOpen ? <RemoveDialog person={person} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function RemoveDialog({ person, onClose }: { person: Profile; onClose: () => void }) {
  return (
    <ReasonDialog
      texts={{
        ...texts,
        title: texts.title(calledName(person)),
        submit: texts.button,
        reason: texts.question,
        hint: peopleTexts.toldHint,
        needReason: texts.needAnswer,
      }}
      send={(reason) =>
        api("removeSecondFactor", { params: { userId: person.id }, body: { reason } })
      }
      changed={CHANGED_BY_PERSON}
      charactersMin={adminLimits.reasonCharacters.min}
      onClose={onClose}
    >
      <p className="text-sm break-all text-fg-2">{person.email}</p>
      <Note kind="bad">{texts.meaning}</Note>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-fg-2">
        {texts.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {person.isAdmin ? <li>{texts.administrator}</li> : null}
      </ul>
      <AuthorityNote />
    </ReasonDialog>
  );
}
