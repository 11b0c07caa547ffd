/** Shows a new key's secret until the user dismisses it. It cannot be shown again. */
import { useEffect, useRef, useState } from "react";
import { randomUuid } from "../../../data/api/random-uuid.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { toast } from "../../../ui/toasts/toast-store.ts";
import { exampleLine } from "./example-line.ts";
import { freshKeyTexts as texts } from "./strings.ts";

export type NewKey = ApiAnswer<"makeKey">;

export function FreshKey({ made, onKept }: { made: NewKey; onKept: () => void }) {
  const { name, secret, scopes } = made;
  const [idempotencyKey] = useState(randomUuid);
  const place = useRef<HTMLDivElement>(null);
  // Move focus to the secret after the closed dialog has returned focus to the button that opened
  // it.
  useEffect(() => place.current?.focus(), []);
  const [scope = "read"] = scopes;
  const line = exampleLine(scope, { origin: location.origin, secret, idempotencyKey });
  return (
    <div ref={place} tabIndex={-1}>
      <Panel title={texts.title(name)}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-sm text-fg-2">{texts.lead}</p>
          <Shown label={texts.secret} text={secret} />
          <div className="flex flex-wrap gap-2.5">
            <CopyButton
              text={secret}
              label={texts.copy}
              onCopied={() => toast({ title: texts.copied, description: texts.copiedText })}
            >
              {texts.copy}
            </CopyButton>
            <Button variant="primary" onClick={onKept}>
              {texts.kept}
            </Button>
          </div>
          <div className="flex items-end gap-2">
            <Shown label={texts.tryIt} text={line} />
            <CopyButton
              text={line}
              label={texts.copyLine}
              onCopied={() => toast({ title: texts.lineCopied })}
            />
          </div>
        </div>
      </Panel>
    </div>
  );
}

function Shown({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid min-w-0 flex-1 gap-1.5">
      <p className="text-xs font-medium">{label}</p>
      <code
        translate="no"
        className="mono rounded-md border border-line bg-field px-3 py-2 text-sm select-all [overflow-wrap:anywhere]"
      >
        {text}
      </code>
    </div>
  );
}
