/** The fields of a plan. Loaded when the plan is opened. */
import { journalLimits } from "../../../../api/forex-limits.ts";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { journalTexts as texts } from "../journal/strings.ts";
import { TagsField } from "../journal/TagsField.tsx";
import type { Draft } from "./draft.ts";
import { ticketTexts } from "./strings.ts";

export function PlanInputs(props: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const { draft, onChange } = props;
  return (
    <div className="mt-2 grid gap-2">
      <TextArea
        label={texts.planLabel}
        placeholder={texts.planPlaceholder}
        hint={ticketTexts.planHint}
        maxLength={journalLimits.planMax}
        value={draft.plan}
        onChange={(event) => onChange({ plan: event.currentTarget.value })}
      />
      <TagsField
        label={texts.planTags}
        value={draft.planTags}
        onChange={(planTags) => onChange({ planTags })}
      />
    </div>
  );
}
