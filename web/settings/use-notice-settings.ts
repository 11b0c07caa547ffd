/**
 * Which notices are sent. A switch moves at once and its change alone is sent, one after another: a refused one moves back
 * and takes no other with it, and another tab's changes are never overwritten.
 */
import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, apiQuery, type ApiAnswer } from "../api.ts";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { noticeTexts as texts } from "./strings.ts";

export type NoticeSettings = ApiAnswer<"getNotificationSettings">;
export type NoticeName = keyof NoticeSettings;

interface Change {
  name: NoticeName;
  isOn: boolean;
}

const KEY = ["changeNotificationSettings"];

export function useNoticeSettings() {
  const queryClient = useQueryClient();
  const { queryKey } = apiQuery("getNotificationSettings");
  const query = useQuery(apiQuery("getNotificationSettings"));
  const pending = useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: (mutation) => mutation.state.variables as Change,
  });
  const { mutate } = useMutation({
    mutationKey: KEY,
    scope: { id: "notice-settings" },
    networkMode: "always",
    mutationFn: ({ name, isOn }: Change) =>
      api("changeNotificationSettings", { body: { [name]: isOn } }),
    async onSuccess(saved, { name, isOn }) {
      // An answer that was asked for before this change would move the switch back for a moment.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      const description = texts.updatedText(texts.labels[name], name.startsWith("sms"), isOn);
      toast({ title: texts.updatedTitle, description });
    },
    onError: toastError,
  });
  const changes = Object.fromEntries(pending.map(({ name, isOn }) => [name, isOn]));
  const shown = query.data === undefined ? undefined : { ...query.data, ...changes };
  return {
    query: { ...query, data: shown },
    change: (name: NoticeName, isOn: boolean) => mutate({ name, isOn }),
  };
}
