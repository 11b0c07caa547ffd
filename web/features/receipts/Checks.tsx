/** Shows the result of a file's check: one line per check, or the reason of the refusal. */
import type { Check, FileResult } from "#receipts";
import { Note } from "../../ui/layout/Note.tsx";
import { Tag, type TagKind } from "../../ui/layout/Tag.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { ChainCheck } from "./ChainCheck.tsx";
import type { FileCheck } from "./use-file-check.ts";
import { verifyTexts as texts } from "./strings.ts";

const TAGS: Readonly<Record<Check["state"], TagKind>> = {
  ok: "up",
  failed: "down",
  "not checked": "sample",
};

export function Checks({ state }: { state: FileCheck }) {
  return (
    <div aria-live="polite" aria-busy={state.phase === "checking"}>
      {state.phase === "idle" ? <p className="text-sm text-fg-2">{texts.waiting}</p> : null}
      {state.phase === "checking" ? <p className="text-sm text-fg-2">{texts.checking}</p> : null}
      {state.phase === "failed" ? <ErrorCard error={state.error} /> : null}
      {state.phase === "done" ? <Result result={state.result} /> : null}
    </div>
  );
}

function Result({ result }: { result: FileResult }) {
  if (result.state === "refused")
    return (
      <Note kind="bad">
        <strong>{texts.refused}</strong> {result.text}
      </Note>
    );
  const { kind, checks, block } = result;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Verdict checks={checks} />
      <ol className="grid" aria-label={texts.kinds[kind]}>
        {checks.map((check) => (
          <Line key={check.name} {...check} />
        ))}
      </ol>
      {block === null ? null : <ChainCheck key={block.hash} hash={block.hash} />}
    </div>
  );
}

function Verdict({ checks }: { checks: readonly Check[] }) {
  const count = (wanted: Check["state"]) => checks.filter(({ state }) => state === wanted).length;
  const failed = count("failed");
  const unchecked = count("not checked");
  if (failed > 0) return <Note kind="bad">{texts.verdict.failed(failed)}</Note>;
  return <Note>{unchecked > 0 ? texts.verdict.partly(unchecked) : texts.verdict.ok}</Note>;
}

function Line({ name, state, text }: Check) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-b-0">
      <strong className="w-32 flex-none font-semibold">{name}</strong>
      <span className="w-28 flex-none">
        <Tag kind={TAGS[state]}>{texts.states[state]}</Tag>
      </span>
      <span className="min-w-0 flex-1 basis-64 wrap-anywhere text-fg-2">
        {state === "not checked" ? texts.because(text) : text}
      </span>
    </li>
  );
}
