/**
 * Dialog for uploading newer versions of the two files. Errors are reported with file name and
 * position.
 */
import { useState } from "react";
import { api } from "../../data/api/call.ts";
import type { ApiInput } from "../../data/api/route-shapes.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { historyTexts as texts } from "./strings.ts";
import { useSettingsChange } from "./use-settings-change.ts";
import { NO_WHY, WhyFields, whyFaults } from "./WhyFields.tsx";

interface Files {
  readonly headers?: File;
  readonly prices?: File;
}

export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<Files>({});
  const [why, setWhy] = useState(NO_WHY);
  const [wasTried, setWasTried] = useState(false);
  const faults = whyFaults(why);
  const { submit, isPending, error } = useSettingsChange(
    async ({ headers, prices }: Required<Files>) => {
      const body: ApiInput<"addHistoryDays">["body"] = {
        headers: await headers.text(),
        prices: await prices.text(),
        ...why,
      };
      return api("addHistoryDays", { body });
    },
    () => {
      onClose();
      return { title: texts.done, description: texts.doneText };
    },
  );
  const post = () => {
    setWasTried(true);
    const { headers, prices } = files;
    if (headers === undefined || prices === undefined || Object.keys(faults).length > 0) return;
    submit({ headers, prices });
  };
  const fileField = (name: keyof Files, label: string, hint: string) => (
    <Field
      type="file"
      accept=".csv,text/csv"
      required
      label={label}
      hint={hint}
      error={wasTried && files[name] === undefined ? texts.needFile : undefined}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file !== undefined) setFiles((now) => ({ ...now, [name]: file }));
      }}
    />
  );
  return (
    <FormDialog
      title={texts.dialogTitle}
      submitLabel={texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={files.headers !== undefined || files.prices !== undefined || why !== NO_WHY}
      onClose={onClose}
      onSubmit={post}
    >
      <p className="text-sm text-fg-2">{texts.dialogText}</p>
      {fileField("headers", texts.headersFile, texts.headersHint)}
      {fileField("prices", texts.pricesFile, texts.pricesHint)}
      <WhyFields why={why} faults={wasTried ? faults : {}} isBusy={isPending} onChange={setWhy} />
    </FormDialog>
  );
}
