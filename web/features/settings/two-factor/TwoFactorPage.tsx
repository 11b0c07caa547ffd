/** /settings/two-factor: passkeys, authenticators, recovery codes and further protections. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { useSignInPlace } from "../../../session/auth/use-sign-in-place.ts";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LockNote } from "../../../session/auth/LockNote.tsx";
import { SettingsLink } from "../SettingsLink.tsx";
import { AuthenticatorsPanel } from "./AuthenticatorsPanel.tsx";
import { PasskeysPanel } from "./PasskeysPanel.tsx";
import { RecoveryPanel } from "./RecoveryPanel.tsx";
import { factTexts as facts, twoFactorTexts as texts } from "./strings.ts";

export function TwoFactorPage() {
  const { isElsewhere } = useSignInPlace();
  const factor = useQuery(apiQuery("getSecondFactor"));
  const me = useQuery(apiQuery("getMe"));
  const isAwaited = me.data?.authority?.state === "second_factor_required";
  // Newly created recovery codes, which cannot be shown again.
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {texts.lead}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {isAwaited ? (
            <Note>
              <strong>{texts.administrator}</strong> {texts.administratorText}
            </Note>
          ) : null}
          {isElsewhere ? (
            <>
              <Note>{texts.hosted}</Note>
              <LockNote />
            </>
          ) : (
            <Loaded query={factor} lines={6}>
              {(state) => (
                <>
                  <LockNote />
                  <PasskeysPanel state={state} onCodes={setCodes} />
                  <AuthenticatorsPanel state={state} onCodes={setCodes} />
                  {state.isOn ? (
                    <RecoveryPanel
                      remaining={state.recoveryCodesLeft}
                      codes={codes}
                      onCodes={setCodes}
                    />
                  ) : null}
                </>
              )}
            </Loaded>
          )}
        </div>
        <Facts proof={proofOf(factor.data)} isElsewhere={isElsewhere} />
      </div>
    </>
  );
}

/** Returns the title and text that describe the identity check for withdrawals. */
function proofOf(factor: ApiAnswer<"getSecondFactor"> | undefined): readonly [string, string] {
  if (factor && factor.passkeys.length > 0) return [facts.passkeyTitle, facts.byPasskey];
  return [facts.codeTitle, factor?.isOn === true ? facts.byApp : facts.byMessage];
}

/**
 * Lists the account's protections. With a hosted sign-in service, lists only the identity check for
 * withdrawals, because this installation does not know the other protections.
 */
function Facts(props: { proof: readonly [string, string]; isElsewhere: boolean }) {
  const ofSignIn = [
    [facts.noticeTitle, facts.noticeText],
    [facts.sessionsTitle, facts.sessionsText],
    [facts.limitTitle, facts.limitText],
  ] as const;
  const rows = [props.proof, ...(props.isElsewhere ? [] : ofSignIn)];
  return (
    <Panel title={facts.title}>
      <dl className="grid gap-4">
        {rows.map(([title, text]) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-sm text-fg-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
