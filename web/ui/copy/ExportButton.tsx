/** Saves the page's data as a file. A failure is shown as a notice. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../controls/Button.tsx";
import { toastError } from "../toasts/toast-error.ts";

export function ExportButton({ save }: { save: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({ mutationFn: save, onError: toastError });
  return (
    <Button isBusy={isPending} busyLabel="Preparing..." onClick={() => mutate()}>
      <Download className="size-4" strokeWidth={1.5} aria-hidden />
      Export CSV
    </Button>
  );
}
