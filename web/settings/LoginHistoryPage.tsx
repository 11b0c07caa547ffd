/** /settings/login-history: open sessions, each of which can be ended, and every sign-in and failed attempt. */
import { PageHead } from "../ui/PageHead.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { OpenSessions } from "./OpenSessions.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { SignIns } from "./SignIns.tsx";
import { historyTexts as texts } from "./strings.ts";

export function LoginHistoryPage() {
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {texts.lead}
      </PageHead>
      <div className="grid gap-4">
        <OpenSessions />
        <SignIns />
        <AccountActions />
      </div>
    </>
  );
}
