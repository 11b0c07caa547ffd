/**
 * Dialog for resuming payments. Shows which payments will be sent and booked, and asks for a
 * reason.
 */
import { btcText } from "../../ui/amounts/amount-format.ts";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { CHANGED_BY_DECISION } from "../decisions/use-decision.ts";
import type { Recovery } from "./recovery.ts";
import { resumeTexts as texts } from "./strings.ts";

export function ResumeDialog(props: { recovery: Recovery; onClose: () => void }) {
  const { unpaidCount: unpaid, unrecorded } = props.recovery;
  const lostSats = unrecorded.reduce((sum, { unexplainedSats }) => sum + unexplainedSats, 0);
  return (
    <ReasonDialog
      texts={texts}
      charactersMin={adminLimits.reasonCharacters.min}
      changed={[...CHANGED_BY_DECISION, "getRecovery"]}
      send={(reason) => api("resumePayments", { body: { reason } })}
      onClose={props.onClose}
    >
      <p className="text-sm">{texts.unpaid(unpaid)}</p>
      {unpaid === 0 ? null : <Note kind="bad">{texts.warning}</Note>}
      {lostSats === 0 ? null : <p className="text-sm">{texts.lost(btcText(lostSats))}</p>}
    </ReasonDialog>
  );
}
