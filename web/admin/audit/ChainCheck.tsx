/** Recomputes the hash chain on a press and says what was found. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery, type ApiAnswer } from "../../api.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorCard } from "../../ui/ErrorCard.tsx";
import { Note } from "../../ui/Note.tsx";
import { auditTexts as texts } from "../strings.ts";

export function ChainCheck() {
  const check = useQuery({ ...apiQuery("checkAudit"), enabled: false });
  return (
    <div className="grid gap-3">
      <div>
        <Button
          isBusy={check.isFetching}
          busyLabel={texts.checking}
          onClick={() => void check.refetch()}
        >
          {texts.check}
        </Button>
      </div>
      <output className="block empty:hidden">
        {check.data === undefined || check.isFetching ? null : <Result report={check.data} />}
      </output>
      {check.isError ? <ErrorCard error={check.error} /> : null}
    </div>
  );
}

function Result({ report }: { report: ApiAnswer<"checkAudit"> }) {
  const { problems, head, entries } = report;
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
  return (
    <Note>
      <strong>{texts.whole(entries)}</strong>{" "}
      {head === null ? null : (
        <>
          {texts.head(head.seq)} <span className="mono text-xs break-all">{head.hash}</span>{" "}
          <CopyButton text={`${head.seq} ${head.hash}`} label="Copy the head" />
          <span className="block">{texts.keepHead}</span>
        </>
      )}
    </Note>
  );
}
