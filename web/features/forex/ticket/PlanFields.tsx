/** An optional plan for the journal, which is sent with the order. */
import { journalLimits } from "../../../../api/limits.ts";
import { TextArea } from "../../../ui/forms/TextArea.tsx";
import { journalTexts as texts } from "../journal/strings.ts";
import { TagsField } from "../journal/TagsField.tsx";
import { readTags } from "../journal/tags-text.ts";
import type { Draft } from "./draft.ts";
import type { OrderBody } from "./read-draft.ts";
import { ticketTexts } from "./strings.ts";

export function PlanFields(props: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const { draft, onChange } = props;
  return (
    <details className="group">
      <summary className="reach cursor-pointer text-sm text-fg-2">
        {draft.plan.trim() === "" ? ticketTexts.plan : ticketTexts.planWritten}
      </summary>
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
    </details>
  );
}

/** Returns the order with the plan of the draft. Tags that are not valid are refused before. */
export function withPlan(body: OrderBody, { plan, planTags }: Draft): OrderBody {
  const text = plan.trim();
  const tags = readTags(planTags) ?? [];
  return text === "" && tags.length === 0 ? body : { ...body, plan: { text, tags } };
}

/** True if the plan can be sent. */
export function isPlanValid({ plan, planTags }: Draft): boolean {
  return journalLimits.textPattern.test(plan) && readTags(planTags) !== undefined;
}
