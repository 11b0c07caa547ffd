/**
 * Dialog for ending all connections from an IP address. Explains the effect and asks for a reason
 * for the audit log.
 */
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { endTexts as texts } from "./strings.ts";

export type Connected = NonNullable<ApiAnswer<"getAdminPool">["addresses"]>[number];

export function EndDialog(props: { connected: Connected; onClose: () => void }) {
  const { address, connections } = props.connected;
  return (
    <ReasonDialog
      texts={texts}
      charactersMin={adminLimits.reasonCharacters.min}
      changed={["getAdminPool", "getPool", "listAudit", "getAuditHead", "checkAudit"]}
      send={(reason) => api("endPoolConnections", { body: { address, reason } })}
      onClose={props.onClose}
    >
      <p className="text-sm break-all">{texts.question(wholeText(connections), address)}</p>
      <Note>{texts.meaning}</Note>
    </ReasonDialog>
  );
}
