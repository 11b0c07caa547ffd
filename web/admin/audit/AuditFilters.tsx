/**
 * Searches the audit log by person, action, text and date. Each search starts at the newest entry.
 */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { adminLimits } from "../../../api/limits.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field, InputBox } from "../../ui/forms/Field.tsx";
import { auditTexts } from "../strings.ts";
import { readAuditSearch, type AuditSearch } from "./audit-search.ts";
import { auditSearchTexts as texts } from "./strings.ts";

export function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<AuditSearch>(search);
  const place = JSON.stringify(search);
  const shownPlace = useRef(place);
  // Reset the typed text when a link or the back button changes the URL.
  useEffect(() => {
    if (place !== shownPlace.current)
      setTyped(readAuditSearch(JSON.parse(place) as Record<string, unknown>));
    shownPlace.current = place;
  }, [place]);
  const show = (filters: AuditSearch) => {
    const next = readAuditSearch({ ...filters });
    shownPlace.current = JSON.stringify(next);
    setTyped(next);
    void navigate({ ...paths.adminAudit, search: next, replace: true });
  };
  const reset = () => {
    show({});
    // Move the focus to the first field, because the reset button disappears after a reset.
    form.current?.querySelector("input")?.focus();
  };
  const field = (name: "person" | "text" | "from" | "until") => ({
    label: texts[name],
    value: typed[name] ?? "",
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
    autoComplete: "off",
    maxLength: adminLimits.searchCharacters,
  });
  return (
    <form
      ref={form}
      aria-label={texts.label}
      className="grid items-end gap-3 border-b border-line px-5 py-4 sm:grid-cols-2 xl:grid-cols-[1.4fr_1.2fr_1.2fr_1fr_1fr_auto] max-md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        show(typed);
      }}
    >
      <Field {...field("person")} placeholder={texts.personHint} />
      <ActionChoice
        action={typed.action}
        onChange={(action) => {
          const { action: _, ...rest } = typed;
          show(action === "" ? rest : { ...rest, action });
        }}
      />
      <Field {...field("text")} placeholder={texts.textHint} />
      <Field {...field("from")} type="date" />
      <Field {...field("until")} type="date" />
      <div className="flex gap-2">
        <Button type="submit">{texts.submit}</Button>
        {Object.keys(search).length === 0 ? null : (
          <Button variant="quiet" onClick={reset}>
            {texts.reset}
          </Button>
        )}
      </div>
    </form>
  );
}

function ActionChoice(props: { action: string | undefined; onChange: (action: string) => void }) {
  return (
    <label className="grid gap-1.5 text-xs font-medium">
      {texts.action}
      <InputBox>
        <select
          className="w-full min-w-0 border-0 bg-transparent p-0 text-base outline-0 max-md:text-md"
          value={props.action ?? ""}
          onChange={(event) => props.onChange(event.target.value)}
        >
          <option value="">{texts.anyAction}</option>
          {Object.entries(auditTexts.actions).map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </select>
      </InputBox>
    </label>
  );
}
