/**
 * Panel shown while payments are paused after a restore. Lists the on-chain state of each open
 * withdrawal and all unexplained payments, and can resume payments. Renders nothing unless payments
 * are paused.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { OpenPayments } from "./OpenPayments.tsx";
import type { Recovery } from "./recovery.ts";
import { ResumeDialog } from "./ResumeDialog.tsx";
import { recoveryTexts as texts } from "./strings.ts";
import { UnrecordedPayments } from "./UnrecordedPayments.tsx";

const REFRESH_MS = 10_000;

export function RecoveryPanel() {
  const { data } = useQuery({ ...apiQuery("getRecovery"), refetchInterval: REFRESH_MS });
  const recovery = data?.recovery;
  return recovery ? <Waiting recovery={recovery} /> : null;
}

function Waiting({ recovery }: { recovery: Recovery }) {
  const [isResuming, setIsResuming] = useState(false);
  const { lockedReason, lockedAt, isCompared, unrecorded } = recovery;
  return (
    <Panel
      title={texts.title}
      isFlush
      className="mb-4"
      end={
        <Button
          variant="primary"
          disabledReason={isCompared ? undefined : texts.reading}
          onClick={() => setIsResuming(true)}
        >
          {texts.resume}
        </Button>
      }
    >
      <div className="grid gap-3 p-5 max-md:p-4">
        <Note kind="bad">
          <strong>{lockedReason}</strong> {texts.lead}
        </Note>
        <p className="text-sm text-fg-2">
          {texts.since} <When at={lockedAt} isAgo />
        </p>
      </div>
      <OpenPayments recovery={recovery} />
      {unrecorded.length === 0 ? null : <UnrecordedPayments recovery={recovery} />}
      {isResuming ? (
        <ResumeDialog recovery={recovery} onClose={() => setIsResuming(false)} />
      ) : null}
    </Panel>
  );
}
