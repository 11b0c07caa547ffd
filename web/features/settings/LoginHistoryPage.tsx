/**
 * /settings/login-history: lists open sessions, which the user can end, and all sign-ins and failed
 * attempts.
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
