/** The plan of an entry. It can be edited until the order ends, and is then fixed. */
import { useState, type FormEvent } from "react";
import { journalLimits } from "../../../../api/forex-limits.ts";
import { api } from "../../../data/api/call.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { Tag } from "../../../ui/layout/Tag.tsx";
import { When } from "../../../ui/time/When.tsx";
import type { JournalEntry } from "./journal-entry.ts";
import { JOURNAL_ROUTES } from "./journal-queries.ts";
import { journalTexts as texts } from "./strings.ts";
import { TagsField } from "./TagsField.tsx";
import { readTags, tagsText } from "./tags-text.ts";

export function PlanPart({ entry }: { entry: JournalEntry }) {
  return (
    <section aria-label={texts.plan} className="grid content-start gap-2">
      <h3 className="text-md font-semibold">{texts.plan}</h3>
      {entry.isPlanFrozen ? <FrozenPlan entry={entry} /> : <PlanForm entry={entry} />}
    </section>
  );
}

function FrozenPlan({ entry: { plan, orderState } }: { entry: JournalEntry }) {
  const isFilled = orderState === "FILLED";
  return (
    <>
      {plan === null ? (
        <p className="text-sm text-fg-2">{isFilled ? texts.noPlan : texts.noPlanCancelled}</p>
      ) : (
        <>
          <p className="wrap-anywhere text-sm whitespace-pre-wrap">{plan.text}</p>
          <p className="flex flex-wrap gap-1">
            {plan.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
          <p className="text-xs text-fg-2">
            {texts.written} <When at={plan.writtenAt} />.
          </p>
        </>
      )}
      <p className="text-xs text-fg-2">{isFilled ? texts.frozenFilled : texts.frozenCancelled}</p>
    </>
  );
}

function PlanForm({ entry }: { entry: JournalEntry }) {
  const [text, setText] = useState(entry.plan?.text ?? "");
  const [typed, setTyped] = useState(tagsText(entry.plan?.tags ?? []));
  const [error, setError] = useState<string>();
  const save = useChange({
    send: (tags: string[]) =>
      api("setForexJournalPlan", { params: { orderId: entry.id }, body: { text, tags } }),
    changed: JOURNAL_ROUTES,
    onRefused: (refused) => setError(refused.message),
    onDone: () => ({ title: texts.planSavedTitle, description: texts.planSavedText }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tags = readTags(typed);
    setError(journalLimits.textPattern.test(text) ? undefined : texts.textInvalid);
    if (tags && journalLimits.textPattern.test(text)) save.mutate(tags);
  };
  return (
    <form className="grid gap-3" onSubmit={submit} noValidate>
      <TextArea
        label={texts.planLabel}
        placeholder={texts.planPlaceholder}
        maxLength={journalLimits.planMax}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TagsField label={texts.planTags} hint={texts.tagsHint} value={typed} onChange={setTyped} />
      <div>
        <Button type="submit" size="small" isBusy={save.isPending} busyLabel={texts.saving}>
          {texts.savePlan}
        </Button>
      </div>
    </form>
  );
}
