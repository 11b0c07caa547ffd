/** Uploads price files, and lists the uploaded files with buttons that replay or remove them. */
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { forexLimits } from "../../../../api/limits.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/forms/Field.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { saveCsv } from "../../../ui/copy/save-csv.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { EXAMPLE } from "./example-prices.ts";
import { InstrumentSelect } from "./InstrumentSelect.tsx";
import { PriceFileList } from "./PriceFileList.tsx";
import { replayTexts } from "./strings.ts";
import type { BeginReplay } from "./use-begin-replay.ts";

const { files: texts } = replayTexts;
const { priceFileCharactersMax } = forexLimits;

export function PriceFiles({ begin }: { begin: BeginReplay }) {
  const files = useQuery(apiQuery("listPriceFiles"));
  const items = files.data?.items ?? [];
  return (
    <Panel title={texts.title} isFlush>
      <UploadForm />
      {items.length === 0 ? null : <PriceFileList files={items} begin={begin} />}
    </Panel>
  );
}

function UploadForm() {
  const [instrument, setInstrument] = useState("EUR_USD");
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const upload = useChange({
    send: async (chosen: File) =>
      api("addPriceFile", {
        body: { name: chosen.name.slice(-100), instrument, text: await chosen.text() },
      }),
    changed: ["listPriceFiles"],
    onRefused: (refused) => setError(refused.message),
    onDone({ name, lines }) {
      form.current?.reset();
      setFile(undefined);
      return { title: texts.doneTitle, description: texts.doneText(name, wholeText(lines)) };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === undefined || file.size === 0) setError(texts.needFile);
    else if (file.size > priceFileCharactersMax) setError(texts.tooLarge);
    else upload.mutate(file);
  };
  return (
    <form
      ref={form}
      className="flex flex-wrap items-start gap-4 p-5 max-md:p-4"
      onSubmit={submit}
      noValidate
    >
      <InstrumentSelect value={instrument} onChange={setInstrument} />
      <div className="min-w-0 flex-1 basis-80 max-md:basis-full">
        <Field
          type="file"
          accept=".csv,text/csv"
          label={texts.file}
          hint={texts.hint}
          error={error}
          onChange={({ target }) => {
            setError(undefined);
            setFile(target.files?.[0]);
          }}
        />
      </div>
      <div className="flex gap-2 md:pt-[22px]">
        <Button type="submit" isBusy={upload.isPending} busyLabel={texts.uploading}>
          {texts.upload}
        </Button>
        <Button variant="quiet" onClick={() => saveCsv("example-eur-usd.csv", EXAMPLE)}>
          <Download className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.example}
        </Button>
      </div>
      <p className="max-w-[88ch] basis-full text-xs text-fg-2">{texts.text()}</p>
    </form>
  );
}
