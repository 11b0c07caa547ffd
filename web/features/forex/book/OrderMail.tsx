/** Switch for e-mails about orders that fill or end while the user is away. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { Toggle } from "../../../ui/controls/Toggle.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { historyTexts as texts } from "./history-strings.ts";

export function OrderMail() {
  const account = useQuery(apiQuery("getForexAccount"));
  const change = useChange({
    send: (mailsFills: boolean) => api("setForexNotices", { body: { mailsFills } }),
    changed: ["getForexAccount"],
    onDone: ({ mailsFills }) => ({
      title: texts.mailTitle,
      description: mailsFills ? texts.mailOn : texts.mailOff,
    }),
  });
  const saved = account.data?.mailsFills;
  if (saved === undefined) return null;
  const isOn = change.isPending ? change.variables : saved;
  return (
    <div className="border-t border-line px-5 max-md:px-4">
      <Toggle label={texts.mail} isOn={isOn} onFlip={() => change.mutate(!isOn)}>
        {texts.mailHint}
      </Toggle>
    </div>
  );
}
