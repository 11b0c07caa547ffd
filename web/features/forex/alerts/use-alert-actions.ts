/** Deletes and restores alerts, with notices that offer to undo a deletion. */
import { api } from "../../../data/api/call.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { alertWords, bodyOf, type AlertBody, type ForexAlert } from "./alert-words.ts";
import { alertTexts as texts } from "./strings.ts";

/** The actions belong to the list, because a deleted row cannot offer to undo its deletion. */
export function useAlertActions() {
  const restore = useChange({
    send: (body: AlertBody) => api("createForexAlert", { body }),
    changed: ["listForexAlerts"],
    onDone: (alert) => ({ title: texts.restoredTitle, description: `${alertWords(alert)}.` }),
  });
  const remove = useChange({
    send: ({ id }: ForexAlert) => api("deleteForexAlert", { params: { alertId: id } }),
    changed: ["listForexAlerts"],
    onDone: (_, alert) => ({
      title: texts.removedTitle,
      description: `${alertWords(alert)}.`,
      ...(alert.state === "ACTIVE" && {
        action: { label: texts.undo, run: () => restore.mutate(bodyOf(alert)) },
      }),
    }),
  });
  const again = useChange({
    send: (alert: ForexAlert) =>
      api("changeForexAlert", { params: { alertId: alert.id }, body: bodyOf(alert) }),
    changed: ["listForexAlerts"],
    onDone: (alert) => ({ title: texts.againTitle, description: `${alertWords(alert)}.` }),
  });
  return { remove, again };
}
