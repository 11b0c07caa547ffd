/** Imports another broker's history, and lists imports and imported trades. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { usePages } from "../../../data/api/use-pages.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Cell, Table } from "../../../ui/layout/Table.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { When } from "../../../ui/time/When.tsx";
import { ImportedTrades } from "./ImportedTrades.tsx";
import { readHistoryFile } from "./read-history-file.ts";
import { importTexts as texts, journalTexts } from "./strings.ts";

type Import = ApiAnswer<"listJournalImports">["items"][number];

const CHANGED = ["listJournalImports", "listImportedTrades"] as const;

export function Imported() {
  const imports = useQuery(apiQuery("listJournalImports"));
  const trades = usePages(["listImportedTrades", "pages"], (at) =>
    api("listImportedTrades", { query: at }),
  );
  const items = imports.data?.items ?? [];
  return (
    <>
      <UploadForm />
      {items.length === 0 ? null : <Imports imports={items} />}
      <ImportedTrades trades={trades} />
    </>
  );
}

function UploadForm() {
  const [file, setFile] = useState<File>();
  const [timeZone, setTimeZone] = useState("");
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const upload = useChange({
    send: async (chosen: File) =>
      api("addJournalImport", {
        body: {
          name: chosen.name.slice(-100),
          text: await readHistoryFile(chosen),
          ...(timeZone.trim() === "" ? {} : { timeZone: timeZone.trim() }),
        },
      }),
    changed: CHANGED,
    onRefused: (refused) => setError(refused.message),
    onDone({ trades, duplicates, skipped }) {
      form.current?.reset();
      setFile(undefined);
      return {
        title: texts.doneTitle,
        description: texts.done(trades, duplicates, skipped),
      };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined || file.size === 0) setError(texts.needFile);
    // A report in UTF-16 has two bytes for each character.
    else if (file.size > 2 * journalLimits.fileCharactersMax) setError(journalTexts.tooLarge);
    else upload.mutate(file);
  };
  return (
    <form
      ref={form}
      className="flex flex-wrap items-start gap-4 border-b border-line p-5 max-md:p-4"
      onSubmit={submit}
      noValidate
    >
      <p className="basis-full text-sm text-fg-2">{texts.lead}</p>
      <div className="min-w-0 flex-1 basis-80 max-md:basis-full">
        <Field
          type="file"
          accept=".csv,.htm,.html,.txt,text/csv,text/html"
          label={texts.file}
          hint={texts.hint}
          error={error}
          onChange={({ target }) => {
            setError(undefined);
            setFile(target.files?.[0]);
          }}
        />
      </div>
      <div className="w-72 max-md:w-full">
        <Field
          label={texts.zone}
          hint={texts.zoneHint}
          autoComplete="off"
          maxLength={60}
          value={timeZone}
          onChange={(event) => {
            setError(undefined);
            setTimeZone(event.currentTarget.value);
          }}
        />
      </div>
      <div className="md:pt-[22px]">
        <Button type="submit" isBusy={upload.isPending} busyLabel={texts.uploading}>
          {texts.upload}
        </Button>
      </div>
    </form>
  );
}

function Imports({ imports }: { imports: readonly Import[] }) {
  const { columns } = texts;
  return (
    <div className="border-b border-line">
      <Table
        shape="stack"
        caption={texts.imports}
        columns={[
          columns.file,
          columns.format,
          columns.zone,
          { label: columns.trades, isNumber: true },
          { label: columns.duplicates, isNumber: true },
          { label: columns.skipped, isNumber: true },
          columns.imported,
          "",
        ]}
      >
        {imports.map((one) => (
          <ImportRow key={one.id} of={one} />
        ))}
      </Table>
    </div>
  );
}

function ImportRow({ of }: { of: Import }) {
  const { columns } = texts;
  const remove = useChange({
    send: () => api("removeJournalImport", { params: { importId: of.id } }),
    changed: CHANGED,
    onDone: () => ({ title: texts.removedTitle, description: texts.removed(of.name) }),
  });
  return (
    <tr>
      <Cell className="lead">
        <span className="wrap-anywhere whitespace-normal">{of.name}</span>
      </Cell>
      <Cell label={columns.format}>{texts.formats[of.format]}</Cell>
      <Cell label={columns.zone}>{of.timeZone}</Cell>
      <Cell label={columns.trades} className="num">
        {wholeText(of.trades)}
      </Cell>
      <Cell label={columns.duplicates} className="num">
        {wholeText(of.duplicates)}
      </Cell>
      <Cell label={columns.skipped} className="num">
        {wholeText(of.skipped)}
      </Cell>
      <Cell label={columns.imported}>
        <When at={of.importedAt} />
      </Cell>
      <Cell className="actions">
        <Button
          size="small"
          variant="quiet"
          aria-label={texts.removeLabel(of.name)}
          isBusy={remove.isPending}
          busyLabel={texts.removing}
          onClick={() => remove.mutate()}
        >
          {texts.remove}
        </Button>
      </Cell>
    </tr>
  );
}
