/** Shows a new link, which cannot be shown again later. */
import { useEffect, useRef } from "react";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { When } from "../../ui/time/When.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { CopyButton } from "../../ui/copy/CopyButton.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { resetTexts as texts } from "./reset-strings.ts";

export type MadeLink = ApiAnswer<"approveResetRequest"> & { readonly email: string };

export function FreshLink({ made, onDone }: { made: MadeLink; onDone: () => void }) {
  const { email, link, expiresAt } = made;
  const place = useRef<HTMLDivElement>(null);
  // Move the focus to the new link. When the dialog closed, the browser returned the focus to the
  // button that had opened the dialog.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Panel title={texts.linkTitle(email)} className="mb-4">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-sm text-fg-2">
            {texts.linkText} {texts.until} <When at={expiresAt} />.
          </p>
          <code
            translate="no"
            className="mono rounded-md border border-line bg-field px-3 py-2 text-sm select-all [overflow-wrap:anywhere]"
          >
            {link}
          </code>
          <div className="flex flex-wrap gap-2.5">
            <CopyButton
              text={link}
              label={texts.copy}
              onCopied={() => toast({ title: texts.copied })}
            >
              {texts.copy}
            </CopyButton>
            <Button variant="primary" onClick={onDone}>
              {texts.done}
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}
