/** /settings: profile, notifications, security and preferences. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { NoticesPanel } from "./NoticesPanel.tsx";
import { PreferencesPanel } from "./PreferencesPanel.tsx";
import { ProfileForm } from "./ProfileForm.tsx";
import { SecurityPanel } from "./SecurityPanel.tsx";
import { settingsTexts as texts } from "./strings.ts";

export function SettingsPage() {
  const me = useQuery(apiQuery("getMe"));
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <Panel title={texts.profile}>
            <Loaded query={me} lines={8}>
              {(person) => <ProfileForm me={person} />}
            </Loaded>
          </Panel>
          <SecurityPanel />
        </div>
        <div className="grid gap-4">
          <NoticesPanel hasPhone={me.data === undefined || me.data.phone !== null} />
          <PreferencesPanel />
        </div>
      </div>
    </>
  );
}
