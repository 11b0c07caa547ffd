/** Starts or stops mining on the server, and then shows the notice. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../data/api/call.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { switchNotice } from "./switch-notice.ts";

export function useMiningSwitch() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (to: "on" | "off") => api(to === "on" ? "startMining" : "stopMining"),
    onSuccess: (answer) => {
      queryClient.setQueryData(["getMining"], answer);
      toast(switchNotice(answer));
    },
    onError: toastError,
  });
}
