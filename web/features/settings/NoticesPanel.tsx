/**
 * Switches for e-mail and SMS notifications. Messages that protect the account cannot be switched
 * off.
 */
import type { ReactNode } from "react";
import { useSignInPlace } from "../../session/auth/use-sign-in-place.ts";
import { useOutsideDelivery } from "../mailbox/use-outside-delivery.ts";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Toggle } from "../../ui/controls/Toggle.tsx";
import { ForexNotices } from "./ForexNotices.tsx";
import { noticeTexts as texts } from "./strings.ts";
import { useNoticeSettings, type NoticeName, type NoticeSettings } from "./use-notice-settings.ts";

const EMAIL = ["login", "withdrawal", "deposit", "promotions"] as const;
const SMS = ["smsLogin", "smsWithdrawal"] as const;
const LOGINS: readonly NoticeName[] = ["login", "smsLogin"];

export function NoticesPanel(props: { hasPhone: boolean }) {
  const { query, flip } = useNoticeSettings();
  const place = placeText(useOutsideDelivery());
  const { isElsewhere } = useSignInPlace();
  // A hosted sign-in service sends login notices itself, so this installation's switches for them
  // are omitted.
  const renderRows = (names: readonly NoticeName[]) =>
    isElsewhere ? names.filter((name) => !LOGINS.includes(name)) : names;
  return (
    <Panel
      title={texts.title}
      foot={`${isElsewhere ? texts.alwaysElsewhere : texts.always} ${place}`}
    >
      <Loaded query={query} lines={8}>
        {(settings) => (
          <div className="grid gap-5">
            <Toggles legend={texts.email} names={renderRows(EMAIL)} {...{ settings, flip }}>
              <ForexNotices names={["mailsFills", "mailsAlerts"]} />
            </Toggles>
            <div>
              <Toggles legend={texts.sms} names={renderRows(SMS)} {...{ settings, flip }}>
                <ForexNotices
                  names={["textsAlerts"]}
                  smsNote={
                    props.hasPhone || renderRows(SMS).some((name) => settings[name])
                      ? undefined
                      : texts.phoneNeeded
                  }
                />
              </Toggles>
              {!props.hasPhone && renderRows(SMS).some((name) => settings[name]) ? (
                <div className="mt-3">
                  <Note>{texts.phoneNeeded}</Note>
                </div>
              ) : null}
            </div>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Toggles(props: {
  legend: string;
  names: readonly NoticeName[];
  settings: NoticeSettings;
  flip: (name: NoticeName) => void;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-fg-2">{props.legend}</legend>
      {props.names.map((name) => (
        <Toggle
          key={name}
          label={texts.labels[name]}
          isOn={props.settings[name]}
          onFlip={() => props.flip(name)}
        >
          {texts.hints[name]}
        </Toggle>
      ))}
      {props.children}
    </fieldset>
  );
}

function placeText({ areMailed, areTexted }: ReturnType<typeof useOutsideDelivery>): string {
  if (areMailed === undefined || areTexted === undefined) return "";
  if (areMailed) return areTexted ? texts.place.both : texts.place.mail;
  return areTexted ? texts.place.sms : texts.place.neither;
}
