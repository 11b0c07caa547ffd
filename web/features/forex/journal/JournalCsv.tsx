/** Saves the journal as CSV, and reads a saved file back. */
import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useRef } from "react";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import { wholeCsv } from "../../../data/api/whole-csv.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { saveCsv } from "../../../ui/copy/save-csv.ts";
import { toastError } from "../../../ui/toasts/toast-error.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { queryOf, type Filters } from "./filters.ts";
import { JOURNAL_ROUTES } from "./journal-queries.ts";
import { journalTexts as texts } from "./strings.ts";

export function JournalCsv({
  replayId,
  filters,
}: {
  replayId: string | undefined;
  filters: Filters;
}) {
  const of = replayId === undefined ? {} : { replay: replayId };
  const field = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async () => {
      const date = new Date().toISOString().slice(0, 10);
      const query = { ...queryOf(filters), ...of };
      const rows = await wholeCsv((at) =>
        api("exportForexJournal", { query: { ...at, ...query } }),
      );
      saveCsv(`hashfloor-practice-forex-journal-${date}.csv`, rows);
    },
    onError: toastError,
  });
  const load = useChange({
    send: async (file: File) =>
      api("importForexJournal", { body: { ...of, text: await file.text() } }),
    changed: JOURNAL_ROUTES,
    onDone: ({ rows, changed }) => ({
      title: texts.csvDoneTitle,
      description: texts.csvDone(rows, changed),
    }),
  });
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size <= journalLimits.fileCharactersMax) load.mutate(file);
    else toast({ title: texts.importCsv, description: texts.tooLarge, variant: "destructive" });
  };
  return (
    <div className="ml-auto flex items-center gap-2">
      <input
        ref={field}
        type="file"
        accept=".csv,text/csv"
        aria-label={texts.importCsv}
        className="hidden"
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      <Button
        size="small"
        variant="quiet"
        isBusy={load.isPending}
        busyLabel={texts.importing}
        onClick={() => field.current?.click()}
      >
        <Upload className="size-4" strokeWidth={1.5} aria-hidden />
        {texts.importCsv}
      </Button>
      <Button
        size="small"
        variant="quiet"
        isBusy={save.isPending}
        busyLabel={texts.preparing}
        onClick={() => save.mutate()}
      >
        <Download className="size-4" strokeWidth={1.5} aria-hidden />
        {texts.csv}
      </Button>
    </div>
  );
}
