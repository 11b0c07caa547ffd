/**
 * Uploads a price file. Recognises its format before the upload, asks for the time zone if the
 * format does not contain one, and shows the progress.
 */
import { Download } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { forexLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { saveCsv } from "../../../ui/copy/save-csv.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { wholeText } from "../../../ui/preferences/number-marks.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { EXAMPLE } from "./example-prices.ts";
import { InstrumentSelect } from "./InstrumentSelect.tsx";
import { chooseFile, partToSend, type ChosenFile } from "./price-file-start.ts";
import { replayTexts } from "./strings.ts";
import { UploadProgress } from "./UploadProgress.tsx";
import { ZoneSelect } from "./ZoneSelect.tsx";

const { files: texts } = replayTexts;
const { priceFileBytesMax } = forexLimits;
const NAME_CHARACTERS_MAX = 100;

export function UploadForm() {
  const [instrument, setInstrument] = useState("EUR_USD");
  const [zone, setZone] = useState("");
  const [chosen, setChosen] = useState<ChosenFile>();
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  /** The chosen file, whose beginning may still be read. */
  const choice = useRef<Promise<ChosenFile>>(undefined);
  const running = useRef<AbortController>(undefined);
  const { start } = chosen ?? {};
  const upload = useChange({
    send(sent: ChosenFile) {
      running.current = new AbortController();
      const query = {
        name: sent.file.name.slice(-NAME_CHARACTERS_MAX),
        instrument,
        ...(sent.start?.usualZone !== undefined && { timeZone: zone || sent.start.usualZone }),
      };
      const { signal } = running.current;
      return api("uploadPriceFile", { query, file: partToSend(sent), signal });
    },
    changed: ["listPriceFiles"],
    onRefused(refused) {
      if (running.current?.signal.aborted)
        toast({ title: texts.cancelledTitle, description: texts.cancelledText });
      else setError(refused.message);
    },
    onDone(file) {
      form.current?.reset();
      choice.current = undefined;
      setChosen(undefined);
      return { title: texts.doneTitle, description: summaryOf(file) };
    },
  });
  const cancel = () => {
    running.current?.abort();
    void api("cancelPriceFileUpload").catch(() => undefined);
  };
  const choose = async (file: File | undefined) => {
    setError(undefined);
    setChosen(undefined);
    choice.current = file && chooseFile(file);
    const next = await choice.current;
    if (!next) return;
    setChosen(next);
    if (next.pair !== undefined) setInstrument(next.pair);
    if (next.start?.usualZone !== undefined) setZone(next.start.usualZone);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    const sent = await choice.current;
    if (!sent || sent.file.size === 0) setError(texts.needFile);
    else if (sent.file.size > priceFileBytesMax)
      setError(texts.tooLarge(wholeText(priceFileBytesMax / 1_000_000)));
    else upload.mutate(sent);
  };
  return (
    <form
      ref={form}
      className="flex flex-wrap items-start gap-4 p-5 max-md:p-4"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <InstrumentSelect value={instrument} onChange={setInstrument} />
      <div className="min-w-0 flex-1 basis-80 max-md:basis-full">
        <Field
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          label={texts.file}
          hint={start ? texts.recognised(start.format) : texts.hint}
          error={error}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </div>
      {start?.usualZone === undefined ? null : (
        <ZoneSelect value={zone} format={start.format} onChange={setZone} />
      )}
      <div className="flex gap-2 md:pt-[22px]">
        <Button type="submit" isBusy={upload.isPending} busyLabel={texts.uploading}>
          {texts.upload}
        </Button>
        <Button variant="quiet" onClick={() => saveCsv("example-eur-usd.csv", EXAMPLE)}>
          <Download className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.example}
        </Button>
      </div>
      {upload.isPending && chosen ? (
        <UploadProgress bytes={chosen.file.size} onCancel={cancel} />
      ) : null}
      <p className="max-w-[88ch] basis-full text-xs text-fg-2">{texts.text()}</p>
    </form>
  );
}

function summaryOf(file: ApiAnswer<"uploadPriceFile">): string {
  const { name, lines, closedLines, replacedLines, isSpreadAssumed } = file;
  return [
    texts.doneText(name, wholeText(lines)),
    closedLines > 0 ? texts.closedText(wholeText(closedLines)) : "",
    replacedLines > 0 ? texts.replacedText(wholeText(replacedLines)) : "",
    isSpreadAssumed ? texts.spreadText : "",
  ].join("");
}
