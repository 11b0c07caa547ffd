/**
 * Start Mining / Stop Mining. It switches accrual on the server, so it survives reload, other tabs
 * and a restart.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pickaxe, Square } from "lucide-react";
import { api } from "../api/call.ts";
import type { Mining } from "../mining/reference/reference-terms.ts";
import { When } from "../time/When.tsx";
import { Button } from "../ui/Button.tsx";
import { LiveMark } from "../ui/LiveMark.tsx";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { dashboardTexts as texts } from "./strings.ts";

export function MiningSwitch({ mining }: { mining: Mining }) {
  return (
    <>
      <div className="grid text-right text-fg max-lg:mr-auto max-lg:text-left">
        {mining.isMining ? (
          <>
            <span className="justify-self-end max-lg:justify-self-start">
              <LiveMark>{texts.isOn}</LiveMark>
            </span>
            {mining.miningSince === null ? null : (
              <span className="text-xs text-fg-3">
                since <When at={mining.miningSince} />
                <span className="max-md:hidden">{texts.accrues}</span>
              </span>
            )}
          </>
        ) : (
          <span className="text-xs text-fg-2">{texts.isOff}</span>
        )}
      </div>
      <MiningButton mining={mining} />
    </>
  );
}

export function MiningButton({ mining }: { mining: Mining }) {
  const queryClient = useQueryClient();
  const { isMining } = mining;
  const hasContract = mining.contracts.some(({ state }) => state === "running");
  const toggle = useMutation({
    mutationFn: () => api(isMining ? "stopMining" : "startMining"),
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
  const Icon = isMining ? Square : Pickaxe;
  return (
    <Button
      variant={!isMining && hasContract ? "primary" : "default"}
      isBusy={toggle.isPending}
      busyLabel={isMining ? texts.stopping : texts.starting}
      onClick={() => toggle.mutate()}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden />
      {isMining ? texts.stop : texts.start}
    </Button>
  );
}
