/**
 * Shows the newest entry's number and hash as a checkpoint, to be copied and stored elsewhere. The
 * check recomputes every hash and looks for a previously copied checkpoint.
 */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { auditTexts as texts } from "../strings.ts";
import { checkAuditLog, type AuditLogReport } from "./check-audit-log.ts";
import { readCheckpoint, type AuditCheckpoint } from "./audit-checkpoint.ts";
import { auditHeadTexts as headTexts } from "./strings.ts";

export function ChainCheck() {
  const [typed, setTyped] = useState("");
  const [isBad, setIsBad] = useState(false);
  const { check, progress, stop } = useAuditLogCheck();
  const start = () => {
    const checkpoint = readCheckpoint(typed);
    const isUnreadable = typed.trim() !== "" && checkpoint === undefined;
    setIsBad(isUnreadable);
    if (isUnreadable) check.reset();
    else check.mutate(checkpoint);
  };
  return (
    <Panel title={headTexts.title}>
      <div className="grid gap-4">
        <Head />
        <form
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <Field
            className="min-w-0 flex-1 basis-80"
            label={headTexts.kept}
            hint={headTexts.keptHint}
            error={isBad ? headTexts.badKept : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            type="submit"
            className="mt-[22px]"
            isBusy={check.isPending}
            busyLabel={texts.checking}
          >
            {texts.check}
          </Button>
          {check.isPending ? (
            <Button className="mt-[22px]" onClick={stop}>
              {headTexts.stop}
            </Button>
          ) : null}
        </form>
        {check.isPending && progress ? (
          <p className="text-sm text-fg-2">
            {headTexts.progress(wholeText(progress.seq), wholeText(progress.newestSeq))}
          </p>
        ) : null}
        <output className="block empty:hidden">
          {check.data === undefined || check.isPending ? null : <Result {...check.data} />}
        </output>
        {check.isError ? <ErrorCard error={check.error} /> : null}
      </div>
    </Panel>
  );
}

/** Runs the check. Leaving the page stops the check. */
function useAuditLogCheck() {
  const [progress, setProgress] = useState<AuditLogReport>();
  const control = useRef<AbortController>(undefined);
  const stop = () => control.current?.abort();
  useEffect(() => () => control.current?.abort(), []);
  const check = useMutation({
    mutationFn: async (checkpoint: AuditCheckpoint | undefined) => {
      control.current = new AbortController();
      setProgress(undefined);
      const report = await checkAuditLog((query) => api("checkAudit", { query }), checkpoint, {
        onProgress: setProgress,
        signal: control.current.signal,
      });
      return { checkpoint, report };
    },
  });
  return { check, progress, stop };
}

function Head() {
  const query = useQuery(apiQuery("getAuditHead"));
  return (
    <Loaded query={query} lines={2}>
      {({ head }) =>
        head === null ? (
          <p className="text-sm text-fg-2">{headTexts.none}</p>
        ) : (
          <div className="grid gap-1.5 text-sm">
            <p className="flex flex-wrap items-center gap-x-2">
              <strong className="font-semibold">{headTexts.line(head.seq)}</strong>
              <When at={head.at} className="mono text-fg-2" />
              <span translate="no" className="mono min-w-0 text-xs break-all">
                {head.hash}
              </span>
              <CopyButton text={`${head.seq} ${head.hash}`} label={headTexts.copy} />
            </p>
            <p className="text-fg-2">{headTexts.keep}</p>
          </div>
        )
      }
    </Loaded>
  );
}

function Result({
  report,
  checkpoint,
}: {
  report: AuditLogReport;
  checkpoint: AuditCheckpoint | undefined;
}) {
  const { problems, entries } = report;
  if (problems.length > 0)
    return (
      <Note kind="bad">
        <strong>{texts.broken}</strong>
        <ul>
          {problems.map(({ seq, text }) => (
            <li key={`${seq} ${text}`}>{texts.problem(seq, text)}</li>
          ))}
        </ul>
      </Note>
    );
  if (!report.isDone)
    return <Note>{headTexts.stopped(wholeText(report.seq), wholeText(report.newestSeq))}</Note>;
  return (
    <Note>
      <strong>{texts.whole(entries)}</strong> {checkpoint === undefined ? null : headTexts.keptFits}
    </Note>
  );
}
