import { journalLimits } from "../../../../api/forex-limits.ts";
import { Field } from "../../../ui/forms/Field.tsx";
import { journalTexts as texts } from "./strings.ts";
import { readTags } from "./tags-text.ts";

/** Characters of the longest valid list of tags, with a separator after each tag. */
const CHARACTERS_MAX = journalLimits.tagsMax * (journalLimits.tagMax + 2);

export function TagsField(props: {
  label: string;
  hint?: string;
  value: string;
  onChange: (typed: string) => void;
}) {
  const { label, hint, value, onChange } = props;
  const { tagsMax, tagMax } = journalLimits;
  return (
    <Field
      label={label}
      hint={hint}
      autoComplete="off"
      maxLength={CHARACTERS_MAX}
      value={value}
      error={readTags(value) === undefined ? texts.tagsInvalid(tagsMax, tagMax) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
