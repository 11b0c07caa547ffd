/** Switches for messages of the Forex desk by e-mail or SMS. The mailbox always receives them. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { useChange } from "../../ui/changes/use-change.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { Toggle } from "../../ui/controls/Toggle.tsx";
import { noticeTexts as texts } from "./strings.ts";

type Name = keyof typeof texts.forex;

export function ForexNotices(props: {
  names: readonly Name[];
  /** Note below the switches while SMS are on, for users without a phone number. */
  smsNote?: string | undefined;
}) {
  const account = useQuery(apiQuery("getForexAccount"));
  const change = useChange({
    send: ({ name, isOn }: { name: Name; isOn: boolean }) =>
      api("setForexNotices", { body: { [name]: isOn } }),
    changed: ["getForexAccount"],
    onDone: (_, { name, isOn }) => ({
      title: texts.updatedTitle,
      description: texts.updatedText(texts.forex[name].label, name === "textsAlerts", isOn),
    }),
  });
  const saved = account.data;
  if (saved === undefined) return null;
  const toggles = props.names.map((name) => {
    const isChanging = change.isPending && change.variables.name === name;
    const isOn = isChanging ? change.variables.isOn : saved[name];
    return (
      <Toggle
        key={name}
        label={texts.forex[name].label}
        isOn={isOn}
        onFlip={() => change.mutate({ name, isOn: !isOn })}
      >
        {texts.forex[name].hint}
      </Toggle>
    );
  });
  return (
    <>
      {toggles}
      {props.smsNote !== undefined && saved.textsAlerts ? (
        <div className="mt-3">
          <Note>{props.smsNote}</Note>
        </div>
      ) : null}
    </>
  );
}
