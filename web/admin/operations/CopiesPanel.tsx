/** Shows the last verified backup and the commands for creating and restoring a backup. */
import { When } from "../../ui/time/When.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Tag } from "../../ui/layout/Tag.tsx";
import { bytesText } from "../dashboard/measures.ts";
import type { Operations } from "./operations.ts";
import { copyTexts as texts } from "./strings.ts";

type Copy = Operations["copy"];

export function CopiesPanel({ copy }: { copy: Copy }) {
  return (
    <Panel title={texts.title} foot={texts.foot}>
      <div className="grid gap-4">
        {copy.state === "made" ? <Made copy={copy} /> : null}
        {copy.state === "unreadable" ? <Note kind="bad">{texts.unreadable}</Note> : null}
        {copy.state === "elsewhere" ? <Note kind="info">{texts.elsewhere}</Note> : null}
        {copy.state === "none" ? (
          <Note kind="bad">
            <strong>{texts.none}</strong> {texts.noneText}
          </Note>
        ) : null}
        <div className="grid gap-3">
          <Command what={texts.make} line="npm run backup -- FOLDER" />
          {copy.state === "made" ? (
            <>
              <Command what={texts.restore} line={`npm run restore -- ${shellWord(copy.folder)}`} />
              <Command
                what={texts.recover}
                line={`npm run recover -- ${shellWord(`${copy.folder}/keys.sealed`)}`}
              />
            </>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

function Made({ copy }: { copy: Extract<Copy, { state: "made" }> }) {
  return (
    <KeyValues>
      <KeyValue label={texts.made}>
        <span className="flex flex-wrap items-center justify-end gap-2">
          {copy.isOld ? <Tag kind="down">{texts.old}</Tag> : null}
          <When at={copy.createdAt} isAgo className={copy.isOld ? "text-down" : undefined} />
        </span>
      </KeyValue>
      <KeyValue label={texts.proved}>
        <When at={copy.provedAt} isAgo />
      </KeyValue>
      <KeyValue label={texts.size}>{bytesText(copy.bytes)}</KeyValue>
      <KeyValue label={texts.folder}>
        <span translate="no" className="mono text-xs wrap-anywhere whitespace-normal">
          {copy.folder}
        </span>
      </KeyValue>
    </KeyValues>
  );
}

function Command({ what, line }: { what: string; line: string }) {
  return (
    <div className="grid gap-1">
      <span className="text-xs text-fg-2">{what}</span>
      <div className="flex items-center justify-between gap-2 rounded-md border border-line py-1 pr-1 pl-3">
        <code translate="no" className="mono min-w-0 text-xs wrap-anywhere">
          {line}
        </code>
        <CopyButton text={line} label={texts.copyCommand(what)} />
      </div>
    </div>
  );
}

/** Quotes text as a single shell word. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
