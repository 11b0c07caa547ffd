/** /settings/email: the current sign-in address, the steps of a change, and any pending change. */
import { useQuery } from "@tanstack/react-query";
import type { User } from "@supabase/auth-js";
import { KeepNote } from "../../session/auth/KeepNote.tsx";
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { WhereMessagesGo } from "../../session/auth/WhereMessagesGo.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { userQuery } from "./email-query.ts";
import { EmailForm } from "./EmailForm.tsx";
import { PendingEmail } from "./PendingEmail.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { emailTexts as texts } from "./strings.ts";

export function EmailPage() {
  const { isElsewhere } = useSignInPlace();
  const user = useQuery(userQuery);
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {isElsewhere ? texts.leadElsewhere : texts.lead}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={user.data?.new_email === undefined ? texts.panel : texts.pending}>
          <Loaded query={user} lines={5}>
            {(person) => (person.is_anonymous === true ? <KeepNote /> : <Change user={person} />)}
          </Loaded>
        </Panel>
        <Panel title={texts.steps}>
          <ol className="grid list-decimal gap-2 pl-5 text-sm text-fg-2">
            {(isElsewhere ? texts.stepsElsewhere : texts.stepsHere).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className="mt-4">
            <WhereMessagesGo text={texts.mailbox} />
          </div>
        </Panel>
      </div>
    </>
  );
}

function Change({ user }: { user: User }) {
  const { email = "", new_email: newEmail } = user;
  return (
    <div className="grid gap-4">
      <KeyValues>
        <KeyValue label={texts.current}>
          <span className="whitespace-normal [overflow-wrap:anywhere]">{email}</span>
        </KeyValue>
      </KeyValues>
      {newEmail === undefined ? (
        <EmailForm email={email} />
      ) : (
        <PendingEmail user={user} newEmail={newEmail} />
      )}
    </div>
  );
}
