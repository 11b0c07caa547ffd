/** /admin/settings: the inputs of every figure, who set them and from what source; changes in dialogs, versions below. */
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { REFERENCE_FIELD_NAMES, REFERENCE_FIELDS } from "#economics";
import { apiQuery } from "../../api.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { KeyValue, KeyValues } from "../../ui/KeyValues.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PostedAt } from "./PostedAt.tsx";
import { RatesPanel } from "./RatesPanel.tsx";
import { ReferenceDialog } from "./ReferenceDialog.tsx";
import { changeSteps, numberText, type Version } from "./settings-view.ts";
import { settingsTexts as texts } from "./strings.ts";
import { VersionsTable, type PostedChange } from "./VersionsTable.tsx";

const VERSIONS_SHOWN = 20;

export function SiteSettingsPage() {
  const settings = useQuery(apiQuery("getSiteSettings"));
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Loaded query={settings} lines={9} still={texts.still}>
        {({ reference, earn }) => (
          <div className="grid gap-4">
            <CurrentValues current={reference[0]} />
            <Versions versions={reference} />
            <RatesPanel earn={earn} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function CurrentValues({ current }: { current: Version | undefined }) {
  const [seen, setSeen] = useState<Version>();
  if (current === undefined) return null;
  return (
    <Panel
      title={texts.reference}
      end={
        <Button onClick={() => setSeen(current)}>
          <SlidersHorizontal className="size-4" strokeWidth={1.5} aria-hidden />
          {texts.change}
        </Button>
      }
    >
      <div className="grid items-start gap-x-10 lg:grid-cols-2">
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
            <span className="break-words whitespace-normal">{current.source}</span>
          </KeyValue>
          <KeyValue label={texts.setBy}>
            <span className="break-all whitespace-normal">{current.setBy ?? texts.gone}</span>
          </KeyValue>
        </KeyValues>
      </div>
      {seen === undefined ? null : (
        <ReferenceDialog
          seen={seen}
          isOutdated={seen.id !== current.id}
          onClose={() => setSeen(undefined)}
        />
      )}
    </Panel>
  );
}

function Versions({ versions }: { versions: readonly Version[] }) {
  return (
    <Panel title={texts.history} isFlush foot={texts.historyFoot}>
      {versions.length === 1 ? (
        <Empty title={texts.onlyOne}>{texts.onlyOneText}</Empty>
      ) : (
        <VersionsTable caption={texts.history} changes={versions.map(asChange)} />
      )}
    </Panel>
  );
}

function asChange(version: Version, position: number, versions: readonly Version[]): PostedChange {
  const before = versions[position + 1];
  const begin = position + 1 === VERSIONS_SHOWN ? texts.older : texts.first;
  const what = before ? changeSteps(before.values, version.values).join("; ") : begin;
  return { ...version, what };
}
