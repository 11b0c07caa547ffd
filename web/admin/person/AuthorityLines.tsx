/**
 * Shows an administrator's authority over money, who assigned the role, and the button with which a
 * second administrator confirms the role.
 */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import { dateText, fullText, momentText } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { KeyValue } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { adminLimits } from "../../../api/limits.ts";
import { personAuthorityTexts as texts } from "../authority/strings.ts";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { addressText } from "../decisions/strings.ts";
import { calledName } from "../people/person.ts";
import { CHANGED_BY_PERSON } from "../people/use-person-change.ts";
import { peopleTexts } from "../strings.ts";
import type { Profile } from "./profile.ts";

type PersonAuthority = NonNullable<Profile["authority"]>;

/** Renders rows for a `KeyValues` list. */
export function AuthorityLines({ person }: { person: Profile }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { authority } = person;
  if (authority === null) return null;
  const { grantedAt, grantedByEmail, confirmable } = authority;
  const granted = new Date(grantedAt);
  return (
    <>
      <KeyValue label={texts.given}>
        <span className="break-words whitespace-normal">
          <time dateTime={grantedAt} title={fullText(granted)}>
            {dateText(granted)}
          </time>{" "}
          {grantedByEmail === null ? texts.byOperator : texts.by(addressText(grantedByEmail))}
        </span>
      </KeyValue>
      <KeyValue label={texts.label}>
        <span className="grid justify-items-end gap-1.5 whitespace-normal">
          <span className="break-words">{stateWords(authority)}</span>
          {confirmable === null ? null : (
            <Button
              size="small"
              disabledReason={confirmable === "yes" ? undefined : texts.cannot[confirmable]}
              onClick={() => setIsConfirming(true)}
            >
              {texts.confirm}
            </Button>
          )}
        </span>
      </KeyValue>
      {isConfirming ? (
        <ConfirmDialog person={person} onClose={() => setIsConfirming(false)} />
      ) : null}
    </>
  );
}

function stateWords({ state, from, confirmable }: PersonAuthority): string {
  const time = from === null ? undefined : momentText(new Date(from));
  if (state === "authority_waiting" && time !== undefined) return texts.from(time);
  const words = [
    texts.states[state],
    // An administrator without two-factor authentication may also have an unconfirmed role.
    state === "second_factor_required" && confirmable !== null
      ? texts.states.authority_unconfirmed
      : "",
    time === undefined ? "" : texts.notBefore(time),
  ];
  return words.filter((word) => word !== "").join(", ");
}

function ConfirmDialog({ person, onClose }: { person: Profile; onClose: () => void }) {
  const { reason, reasonHint: hint, needReason } = peopleTexts;
  return (
    <ReasonDialog
      texts={{ ...texts, title: texts.title(calledName(person)), reason, hint, needReason }}
      send={(reasonText) =>
        api("confirmRole", { params: { userId: person.id }, body: { reason: reasonText } })
      }
      changed={CHANGED_BY_PERSON}
      charactersMin={adminLimits.reasonCharacters.min}
      onClose={onClose}
    >
      <p className="text-sm break-all text-fg-2">{person.email}</p>
      <Note>{texts.meaning}</Note>
    </ReasonDialog>
  );
}
