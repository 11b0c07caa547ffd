/**
 * Changes notification settings. A switch moves immediately and sends only its own change, one
 * request after another. If the server rejects a change, only that switch moves back. Changes made
 * in other tabs are never overwritten.
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
      // Cancel pending requests, because a response to a request sent before this change would
      // briefly move the switch back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      // Refetch, because the cancelled request may have been triggered by a later change in another
      // tab.
      void queryClient.invalidateQueries({ queryKey });
      const description = texts.updatedText(texts.labels[name], name.startsWith("sms"), isOn);
      toast({ title: texts.updatedTitle, description });
    },
    onError: toastError,
  });
  return {
    query: { ...query, data: query.data && withChanges(query.data, pending) },
    /**
     * Inverts the latest requested state instead of the rendered state, so that two fast clicks
     * cancel each other out.
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
