/**
 * Which notices are sent. A switch moves at once and its change alone is sent, one after another: a
 * refused one moves back and takes no other with it, and another tab's changes are never
 * overwritten.
 */
import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { noticeTexts as texts } from "./strings.ts";

export type NoticeSettings = ApiAnswer<"getNotificationSettings">;
export type NoticeName = keyof NoticeSettings;

interface Change {
  name: NoticeName;
  isOn: boolean;
}

const KEY = ["changeNotificationSettings"];
const PENDING = { mutationKey: KEY, status: "pending" } as const;
const { queryKey } = apiQuery("getNotificationSettings");

export function useNoticeSettings() {
  const queryClient = useQueryClient();
  const query = useQuery(apiQuery("getNotificationSettings"));
  const pending = useMutationState({
    filters: PENDING,
    select: (mutation) => mutation.state.variables as Change,
  });
  const { mutate } = useMutation({
    mutationKey: KEY,
    scope: { id: "notice-settings" },
    mutationFn: ({ name, isOn }: Change) =>
      api("changeNotificationSettings", { body: { [name]: isOn } }),
    async onSuccess(saved, { name, isOn }) {
      // An answer that was asked for before this change would move the switch back for a moment.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      // The one just cancelled may have been asked for because of another tab's later change.
      void queryClient.invalidateQueries({ queryKey });
      const description = texts.updatedText(texts.labels[name], name.startsWith("sms"), isOn);
      toast({ title: texts.updatedTitle, description });
    },
    onError: toastError,
  });
  return {
    query: { ...query, data: query.data && withChanges(query.data, pending) },
    /**
     * Decides by what was pressed last, not by what is drawn: two fast presses end where they
     * began.
     */
    flip: (name: NoticeName) => {
      const saved = queryClient.getQueryData(queryKey);
      if (saved !== undefined)
        mutate({ name, isOn: !withChanges(saved, pendingChanges(queryClient))[name] });
    },
  };
}

function pendingChanges(queryClient: QueryClient): Change[] {
  const mutations = queryClient.getMutationCache().findAll(PENDING);
  return mutations.map((mutation) => mutation.state.variables as Change);
}

function withChanges(saved: NoticeSettings, changes: readonly Change[]): NoticeSettings {
  return {
    ...saved,
    ...Object.fromEntries(changes.map(({ name, isOn }) => [name, isOn])),
  };
}
