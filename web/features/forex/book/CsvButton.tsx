/** Downloads the complete list from the server as CSV, including rows that are not visible. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../../../ui/controls/Button.tsx";
import { notLoaded } from "../../../ui/toasts/not-loaded.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { useSeason } from "../seasons/season-context.ts";
import { useDeskSource } from "../source/desk-source.ts";
import type { List } from "./save-list.ts";
import { bookTexts as texts } from "./strings.ts";

export function CsvButton({ list }: { list: List }) {
  const source = useDeskSource();
  const { query } = useSeason();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const part = await import("./save-list.ts").catch(() => undefined);
      if (part) await part.saveList(source, list, query);
      else notLoaded(texts.csvNotLoaded);
    },
    onError: toastError,
  });
  return (
    <Button
      size="small"
      variant="quiet"
      isBusy={isPending}
      busyLabel={texts.preparing}
      onClick={() => mutate()}
    >
      <Download className="size-4" strokeWidth={1.5} aria-hidden />
      CSV
    </Button>
  );
}
