/** Dialogs for the two possible decisions about a password request, each with a reason. */
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { AuthorityNote } from "../authority/AuthorityNote.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { CHANGED_BY_PERSON } from "./use-person-change.ts";
import { peopleTexts } from "../strings.ts";
import type { MadeLink } from "./FreshLink.tsx";
import { resetTexts as texts } from "./reset-strings.ts";

export type ResetRequest = ApiAnswer<"listResetRequests">["items"][number];

const CHANGED = [...CHANGED_BY_PERSON, "listResetRequests"] as const;
const charactersMin = adminLimits.reasonCharacters.min;

export function ApproveDialog(props: {
  request: ResetRequest;
  onMade: (made: MadeLink) => void;
  onClose: () => void;
}) {
  const { email, userId } = props.request;
  return (
    <ReasonDialog
      texts={{
        title: texts.approveTitle(email),
        submit: texts.approve,
        busy: texts.busy,
        reason: texts.question,
        hint: peopleTexts.toldHint,
        needReason: texts.needAnswer,
        done: texts.approved,
        doneText: texts.approvedText,
      }}
      send={async (reason) => {
        const made = await api("approveResetRequest", { params: { userId }, body: { reason } });
        props.onMade({ ...made, email });
      }}
      changed={CHANGED}
      charactersMin={charactersMin}
      onClose={props.onClose}
    >
      <Note kind="bad">{texts.foot}</Note>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-fg-2">
        {texts.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <AuthorityNote />
    </ReasonDialog>
  );
}

export function RejectDialog(props: { request: ResetRequest; onClose: () => void }) {
  const { email, userId } = props.request;
  return (
    <ReasonDialog
      texts={{
        title: texts.rejectTitle(email),
        submit: texts.reject,
        busy: texts.busy,
        reason: texts.why,
        hint: peopleTexts.reasonHint,
        needReason: peopleTexts.needReason,
        done: texts.rejected,
        doneText: texts.rejectedText,
      }}
      send={(reason) => api("rejectResetRequest", { params: { userId }, body: { reason } })}
      changed={CHANGED}
      charactersMin={charactersMin}
      onClose={props.onClose}
    >
      <p className="text-sm text-fg-2">{texts.rejectMeaning}</p>
    </ReasonDialog>
  );
}
