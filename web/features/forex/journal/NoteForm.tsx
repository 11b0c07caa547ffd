/** The note of an entry with tags and mistakes. It can be changed at any time. */
import { useState, type FormEvent } from "react";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { When } from "../../../ui/time/When.tsx";
import type { JournalEntry } from "./journal-entry.ts";
import { JOURNAL_ROUTES } from "./journal-queries.ts";
import { journalTexts as texts } from "./strings.ts";
import { TagsField } from "./TagsField.tsx";
import { readTags, tagsText } from "./tags-text.ts";

const LISTED: readonly string[] = journalLimits.mistakes;

export function NoteForm({ entry }: { entry: JournalEntry }) {
  const { note } = entry;
  const [text, setText] = useState(note?.text ?? "");
  const [typed, setTyped] = useState(tagsText(note?.tags ?? []));
  const [listed, setListed] = useState(() =>
    (note?.mistakes ?? []).filter((mistake) => LISTED.includes(mistake)),
  );
  const [others, setOthers] = useState(() =>
    tagsText((note?.mistakes ?? []).filter((mistake) => !LISTED.includes(mistake))),
  );
  const [error, setError] = useState<string>();
  const save = useChange({
    send: (body: { tags: string[]; mistakes: string[] }) =>
      api("setForexJournalNote", { params: { orderId: entry.id }, body: { text, ...body } }),
    changed: JOURNAL_ROUTES,
    onRefused: (refused) => setError(refused.message),
    onDone: () => ({ title: texts.noteSavedTitle, description: texts.noteSavedText }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [tags, mistakes] = [readTags(typed), readTags([...listed, others].join(","))];
    const isPlain = journalLimits.textPattern.test(text);
    setError(
      isPlain
        ? mistakes === undefined
          ? texts.tagsInvalid(journalLimits.tagsMax, journalLimits.tagMax)
          : undefined
        : texts.textInvalid,
    );
    if (isPlain && tags && mistakes) save.mutate({ tags, mistakes });
  };
  return (
    <form aria-label={texts.note} className="grid content-start gap-3" onSubmit={submit} noValidate>
      <h3 className="text-md font-semibold">{texts.note}</h3>
      <TextArea
        label={texts.noteLabel}
        maxLength={journalLimits.noteMax}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TagsField label={texts.tags} hint={texts.tagsHint} value={typed} onChange={setTyped} />
      <fieldset className="grid gap-1.5">
        <legend className="text-xs font-medium">{texts.mistakes}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-1 max-md:grid-cols-1">
          {LISTED.map((mistake) => (
            <label
              key={mistake}
              className="flex min-h-7 items-center gap-2 text-sm max-md:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4 accent-(--accent-fill)"
                checked={listed.includes(mistake)}
                onChange={({ currentTarget: { checked } }) =>
                  setListed((before) =>
                    checked ? [...before, mistake] : before.filter((one) => one !== mistake),
                  )
                }
              />
              {mistake}
            </label>
          ))}
        </div>
      </fieldset>
      <TagsField
        label={texts.otherMistakes}
        hint={texts.otherMistakesHint}
        value={others}
        onChange={setOthers}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" isBusy={save.isPending} busyLabel={texts.saving}>
          {texts.saveNote}
        </Button>
        {note === null ? null : (
          <span className="text-xs text-fg-2">
            {texts.changed} <When at={note.changedAt} />
          </span>
        )}
      </div>
    </form>
  );
}
