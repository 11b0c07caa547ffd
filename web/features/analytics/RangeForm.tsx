/**
 * Form with range presets and two date fields. Each choice is added to the browser history, so that
 * the back button returns to the previous range.
 */
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { RANGE_DEFAULT, RANGES, type AnalyticsSearch, type RangeName } from "./analytics-search.ts";
import type { Analytics } from "./report.ts";
import { analyticsTexts as texts } from "./strings.ts";

type Choice = RangeName | "dates";

const PRESETS = RANGES.map((value) => ({ value, label: texts.presets[value] }));

export function RangeForm(props: { search: AnalyticsSearch; report: Analytics | undefined }) {
  const { search, report } = props;
  const navigate = useNavigate();
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const [error, setError] = useState<string>();
  const range = JSON.stringify(search);
  const [typedFor, setTypedFor] = useState(range);
  if (typedFor !== range) {
    // The range was changed elsewhere, for example by the back button, so update the fields.
    setTypedFor(range);
    setTyped({});
    setError(undefined);
  }
  const isDates = search.from !== undefined || search.to !== undefined;
  const chosen: Choice = isDates ? "dates" : (search.range ?? RANGE_DEFAULT);
  const from = typed.from ?? search.from ?? report?.from ?? "";
  const to = typed.to ?? search.to ?? report?.to ?? "";
  const go = (next: AnalyticsSearch) => {
    setError(undefined);
    setTyped({});
    void navigate({ ...paths.analytics, search: next });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (from === "" || to === "") setError(texts.dayMissing);
    else if (from > to) setError(texts.reversed);
    else go({ from, to });
  };
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3 max-lg:mb-4 print:hidden">
      <Segments<Choice>
        label={texts.range}
        value={chosen}
        onChange={(next) => (next === "dates" ? undefined : go({ range: next }))}
        options={PRESETS}
      />
      <form
        onSubmit={submit}
        noValidate
        className="flex flex-wrap items-start gap-3 max-md:grid max-md:w-full max-md:grid-cols-2"
      >
        <Field
          label={texts.from}
          type="date"
          value={from}
          error={error}
          onChange={(event) => setTyped({ ...typed, from: event.currentTarget.value })}
        />
        <Field
          label={texts.to}
          type="date"
          value={to}
          onChange={(event) => setTyped({ ...typed, to: event.currentTarget.value })}
        />
        <Button type="submit" className="mt-[22px] max-md:col-span-2 max-md:mt-0">
          {texts.show}
        </Button>
      </form>
    </div>
  );
}
