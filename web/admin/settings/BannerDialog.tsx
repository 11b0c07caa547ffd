/**
 * Dialog for publishing or removing the announcement: text, kind, start and end, with a preview.
 */
import { useState } from "react";
import { adminLimits, bannerLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import type { ApiInput } from "../../data/api/route-shapes.ts";
import { AnnouncementLine } from "../../ui/layout/AnnouncementLine.tsx";
import { zoneName } from "../../ui/time/time-text.ts";
import { Field } from "../../ui/forms/Field.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { localInput, utcOf, type Banner, type BannerState } from "./banner-view.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";
import { bannerTexts as texts, dialogTexts } from "./strings.ts";
import { useSettingsChange } from "./use-settings-change.ts";

interface Draft {
  readonly text: string;
  readonly severity: Banner["severity"];
  readonly from: string;
  readonly until: string;
}

const { reasonCharacters } = adminLimits;

/** `seen` is the newest announcement when the dialog was opened. */
export function BannerDialog(props: {
  seen: Banner | undefined;
  isTakingDown: boolean;
  /**
   * States of the current announcements. Publishing or removing the announcement also discards a
   * planned announcement.
   */
  states: readonly BannerState[];
  isOutdated: boolean;
  onClose: () => void;
}) {
  const { seen, isTakingDown, onClose } = props;
  const [initial] = useState(() => draftOf(seen, isTakingDown));
  const [draft, setDraft] = useState(initial);
  const [reason, setReason] = useState("");
  const [wasTried, setWasTried] = useState(false);
  const faults = faultsOf(draft, isTakingDown);
  const meaning = isTakingDown ? texts.takesDown(props.states) : texts.replaces(props.states);
  const needsReason = reason.trim().length < reasonCharacters.min;
  const { submit, isPending, error } = useSettingsChange(
    (body: ApiInput<"setBanner">["body"]) => api("setBanner", { body }),
    () => {
      onClose();
      return isTakingDown
        ? { title: texts.doneDown, description: texts.doneDownText }
        : { title: texts.done, description: texts.doneText };
    },
  );
  const post = () => {
    setWasTried(true);
    if (needsReason || Object.keys(faults).length > 0) return;
    const { text, severity, from, until } = draft;
    const times = { from: utcOf(from), until: utcOf(until) };
    submit({ seenId: seen?.id ?? null, text: text.trim(), severity, ...times, reason });
  };
  return (
    <SettingsDialog
      title={isTakingDown ? texts.takeDownTitle : texts.dialogTitle}
      submitLabel={isTakingDown ? texts.submitTakeDown : texts.submit}
      busyLabel={texts.busy}
      isBusy={isPending}
      error={error}
      isDirty={draft !== initial || reason !== ""}
      isOutdated={props.isOutdated}
      outdatedText={dialogTexts.outdated}
      onClose={onClose}
      onSubmit={post}
    >
      {meaning === "" ? null : <p className="text-sm text-fg-2">{meaning}</p>}
      {isTakingDown ? null : (
        <DraftFields
          draft={draft}
          faults={wasTried ? faults : {}}
          isBusy={isPending}
          onChange={setDraft}
        />
      )}
      <Field
        label={dialogTexts.reason}
        hint={dialogTexts.reasonHint}
        required
        autoComplete="off"
        readOnly={isPending}
        maxLength={reasonCharacters.max}
        error={wasTried && needsReason ? dialogTexts.needReason : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </SettingsDialog>
  );
}

function DraftFields(props: {
  draft: Draft;
  faults: Readonly<{ text?: string; until?: string }>;
  isBusy: boolean;
  onChange: (draft: Draft) => void;
}) {
  const { draft, faults, isBusy, onChange } = props;
  const time = { type: "datetime-local", readOnly: isBusy } as const;
  return (
    <>
      <TextArea
        label={texts.text}
        hint={texts.textHint(bannerLimits.textCharacters)}
        error={faults.text}
        rows={3}
        required
        readOnly={isBusy}
        maxLength={bannerLimits.textCharacters}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.target.value.replace(/\s+/g, " ") })}
      />
      <div className="grid justify-items-start gap-1.5">
        <span className="text-xs font-medium" aria-hidden>
          {texts.severity}
        </span>
        <Segments
          label={texts.severity}
          value={draft.severity}
          onChange={(severity) => onChange({ ...draft, severity })}
          options={[
            { value: "info", label: texts.info },
            { value: "warning", label: texts.warning },
          ]}
        />
      </div>
      <Field
        {...time}
        label={texts.from}
        hint={texts.fromHint(zoneName())}
        value={draft.from}
        onChange={(event) => onChange({ ...draft, from: event.target.value })}
      />
      <Field
        {...time}
        label={texts.until}
        hint={texts.untilHint(zoneName())}
        error={faults.until}
        value={draft.until}
        onChange={(event) => onChange({ ...draft, until: event.target.value })}
      />
      {draft.text.trim() === "" ? null : (
        <section aria-label={texts.preview} className="grid gap-1.5">
          <h3 className="text-xs font-medium">{texts.preview}</h3>
          <div className="overflow-hidden rounded-md border border-line">
            <AnnouncementLine text={draft.text.trim()} severity={draft.severity} />
          </div>
        </section>
      )}
    </>
  );
}

function draftOf(seen: Banner | undefined, isTakingDown: boolean): Draft {
  const isAgain = seen !== undefined && seen.text !== "" && !isTakingDown;
  if (!isAgain) return { text: "", severity: "info", from: "", until: "" };
  const { text, severity, from, until } = seen;
  return { text, severity, from: localInput(from), until: localInput(until) };
}

function faultsOf({ text, from, until }: Draft, isTakingDown: boolean) {
  if (isTakingDown) return {};
  const [begin, end] = [utcOf(from), utcOf(until)];
  const isOver = end !== null && (new Date(end) <= new Date() || (begin !== null && end <= begin));
  return {
    ...(text.trim() === "" ? { text: texts.needText } : {}),
    ...(isOver ? { until: texts.needOrder } : {}),
  };
}
