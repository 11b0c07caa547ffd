/** /settings/two-factor: what protects the account today, and what is not there. */
import { PageHead } from "../ui/PageHead.tsx";
import { Panel } from "../ui/Panel.tsx";
import { Note } from "../ui/Note.tsx";
import { SettingsLink } from "./SettingsLink.tsx";
import { twoFactorTexts as texts } from "./strings.ts";

const FACTS = [
  [texts.codeTitle, texts.codeText],
  [texts.noticeTitle, texts.noticeText],
  [texts.sessionsTitle, texts.sessionsText],
  [texts.limitTitle, texts.limitText],
] as const;

export function TwoFactorPage() {
  return (
    <>
      <PageHead title={texts.title} end={<SettingsLink />}>
        {texts.lead}
      </PageHead>
      <div className="grid max-w-[76ch] gap-4">
        <Panel title={texts.now}>
          <dl className="grid gap-4">
            {FACTS.map(([title, text]) => (
              <div key={title}>
                <dt className="font-medium">{title}</dt>
                <dd className="text-sm text-fg-2">{text}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <Note>
          <strong>{texts.missing}.</strong> {texts.missingText}
        </Note>
      </div>
    </>
  );
}
