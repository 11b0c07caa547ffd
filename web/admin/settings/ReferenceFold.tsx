/**
 * Shows the reference values behind every figure: current values, author, source, and all versions.
 */
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { REFERENCE_FIELD_NAMES, REFERENCE_FIELDS } from "#economics";
import { numberText } from "../../ui/amounts/number-format.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Fold } from "../../ui/layout/Fold.tsx";
import { KeyValue, KeyValues } from "../../ui/layout/KeyValues.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { ReferenceDialog } from "./ReferenceDialog.tsx";
import { changeSteps, stepBase, type Settings, type Version } from "./settings-view.ts";
import { addressText } from "../decisions/strings.ts";
import { settingsTexts as texts } from "./strings.ts";
import { VersionsTable, type PostedChange } from "./VersionsTable.tsx";

const VERSIONS_SHOWN = 20;
/** Values shown while the section is folded. */
const FACTS = ["usdPerBtc", "difficulty", "usdPerKwh"] as const;

export function ReferenceFold(settings: { id: string } & Pick<Settings, "reference" | "at">) {
  const [current] = settings.reference;
  const [seen, setSeen] = useState<Version>();
  if (current === undefined) return null;
  return (
    <Fold
      id={settings.id}
      title={texts.reference}
      isFlush
      fact={FACTS.map((name) => {
        const { label, unit } = REFERENCE_FIELDS[name];
        return `${label} ${numberText(current.values[name])} ${unit}`.trim();
      }).join(", ")}
      end={
        <Button size="small" onClick={() => setSeen(current)}>
          <SlidersHorizontal className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.change}
        </Button>
      }
      foot={texts.historyFoot}
    >
      <div className="grid items-start gap-x-10 px-5 py-2 max-md:px-4 lg:grid-cols-2">
        <KeyValues>
          {REFERENCE_FIELD_NAMES.map((name) => (
            <KeyValue key={name} label={REFERENCE_FIELDS[name].label}>
              {numberText(current.values[name])} {REFERENCE_FIELDS[name].unit}
            </KeyValue>
          ))}
        </KeyValues>
        <KeyValues>
          <KeyValue label={texts.validFrom}>
            <PostedAt at={current.validFrom} />
          </KeyValue>
          <KeyValue label={texts.source}>
            <span className="wrap-anywhere whitespace-normal">{current.source}</span>
          </KeyValue>
          <KeyValue label={texts.setBy}>
            <span className="break-all whitespace-normal">{addressText(current.setBy)}</span>
          </KeyValue>
        </KeyValues>
      </div>
      <h3 className="border-t border-line px-5 py-3 text-sm font-semibold max-md:px-4">
        {texts.history}
      </h3>
      <Versions versions={settings.reference} />
      {seen === undefined ? null : (
        <ReferenceDialog
          seen={seen}
          base={stepBase(settings) ?? seen}
          isOutdated={seen.id !== current.id}
          onClose={() => setSeen(undefined)}
        />
      )}
    </Fold>
  );
}

function Versions({ versions }: { versions: readonly Version[] }) {
  if (versions.length > 1)
    return <VersionsTable caption={texts.history} changes={versions.map(asChange)} />;
  return (
    <p className="px-5 pb-4 text-sm text-fg-2 max-md:px-4">
      <strong className="font-semibold text-fg">{texts.onlyOne}</strong> {texts.onlyOneText}
    </p>
  );
}

function asChange(version: Version, position: number, versions: readonly Version[]): PostedChange {
  const before = versions[position + 1];
  const begin = position + 1 === VERSIONS_SHOWN ? texts.older : texts.first;
  const what = before ? changeSteps(before.values, version.values).join("; ") : begin;
  return { ...version, what };
}
