/** Starts and stops mining; the notices say which. It switches accrual on the server. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/call.ts";
import { toastError } from "../../ui/toast-error.ts";
import { toast } from "../../ui/toast-store.ts";
import { contractTexts as texts } from "./strings.ts";

export function useMiningSwitch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (to: "on" | "off") => api(to === "on" ? "startMining" : "stopMining"),
    onSuccess: (answer) => {
      queryClient.setQueryData(["getMining"], answer);
      toast(
        answer.isMining
          ? { title: texts.startedTitle, description: texts.startedText }
          : { title: texts.stoppedTitle, description: texts.stoppedText },
      );
    },
    onError: toastError,
  });
}
