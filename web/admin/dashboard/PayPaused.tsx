/**
 * Explains that payouts are paused because of the clock, and can resume them. Renders nothing
 * unless payouts are paused.
 */
import { useState } from "react";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { ReasonDialog } from "../decisions/ReasonDialog.tsx";
import { payPausedTexts as texts } from "./strings.ts";

type Health = ApiAnswer<"getAdminStats">["health"];

export function PayPaused({ health: { payPaused, payPausedAt } }: { health: Health }) {
  const [isOpening, setIsOpening] = useState(false);
  if (payPaused === null) return null;
  return (
    <Panel
      title={texts.title}
      end={
        <Button variant="primary" onClick={() => setIsOpening(true)}>
          {texts.submit}
        </Button>
      }
    >
      <Note kind="bad">
        <strong>{payPaused}</strong> {texts.lead}
        {payPausedAt === null ? null : (
          <>
            {" "}
            {texts.since} <When at={payPausedAt} isAgo />.
          </>
        )}
      </Note>
      {isOpening ? (
        <ReasonDialog
          texts={texts}
          charactersMin={adminLimits.reasonCharacters.min}
          changed={["getAdminStats", "listAudit", "checkAudit"]}
          send={(reason) => api("letPayGoOn", { body: { reason } })}
          onClose={() => setIsOpening(false)}
        >
          <p className="text-sm">{texts.what}</p>
        </ReasonDialog>
      ) : null}
    </Panel>
  );
}
