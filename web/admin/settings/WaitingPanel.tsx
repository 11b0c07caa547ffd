/** Shows increases of limits that take effect after the administrator waiting period. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";
import { momentText } from "../../ui/time/time-text.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { pendingRaises } from "./pending-raise.ts";
import type { Version } from "./settings-view.ts";
import { settingsTexts as texts } from "./strings.ts";
import { TermsPanel } from "./TermsPanel.tsx";
import type { TermsGroup } from "./terms-view.ts";

export function WaitingPanel(props: {
  id?: string | undefined;
  title: string;
  footOf: (waitHours: number) => string;
  groups: readonly TermsGroup[];
  /** The server's time. */
  at: string;
  reference: Version | undefined;
}) {
  const { groups, reference } = props;
  const me = useQuery(apiQuery("getMe"));
  const waitHours = me.data?.authority?.waitHours ?? 0;
  const at = new Date(props.at);
  const pending = groups.flatMap((group) => pendingRaises(group, { waitHours, at }));
  return (
    <TermsPanel
      id={props.id}
      title={props.title}
      foot={props.footOf(waitHours)}
      groups={groups}
      reference={reference}
      note={
        pending.length === 0 ? undefined : (
          <Note>
            <strong>{texts.raiseWaits}</strong>{" "}
            {pending.map(({ step, from }) => texts.raiseFrom(step, momentText(from))).join(" ")}
          </Note>
        )
      }
    />
  );
}
