/**
 * /settings/login-history: open sessions, each of which can be ended, and every sign-in and failed
 * attempt.
 */
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { OpenSessions } from "./OpenSessions.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { SignIns } from "./SignIns.tsx";
import { historyTexts as texts } from "./strings.ts";

export function LoginHistoryPage() {
  const { isElsewhere } = useSignInPlace();
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {isElsewhere ? texts.leadElsewhere : texts.lead}
      </PageHead>
      <div className="grid gap-4">
        {isElsewhere ? (
          <Note>{texts.managed}</Note>
        ) : (
          <>
            <OpenSessions />
            <SignIns />
          </>
        )}
        <AccountActions />
      </div>
    </>
  );
}
