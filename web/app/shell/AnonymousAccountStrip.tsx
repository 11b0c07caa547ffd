/**
 * Notice bar above the pages of anonymous accounts. Explains the limits of the account and links to
 * the form that creates a full account.
 */
import { lazy, Suspense, useState } from "react";
import { stripTexts as texts } from "../../session/auth/anonymous-strip-strings.ts";
import { Button } from "../../ui/controls/Button.tsx";

const KeepDialog = lazy(async () => ({
  default: (await import("../../session/auth/KeepDialog.tsx")).KeepDialog,
}));

export function AnonymousAccountStrip() {
  const [isKeeping, setIsKeeping] = useState(false);
  return (
    <section
      aria-label={texts.label}
      className="mb-5 flex items-center gap-x-4 gap-y-2 rounded-md border border-l-2 border-line border-l-accent-line bg-surface py-2 pr-2 pl-4 text-sm text-fg-2 max-md:flex-wrap max-md:px-3"
    >
      <p className="min-w-0 flex-1 max-md:basis-full">{texts.strip}</p>
      <Button size="small" onClick={() => setIsKeeping(true)}>
        {texts.button}
      </Button>
      {isKeeping ? (
        <Suspense>
          <KeepDialog onClose={() => setIsKeeping(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
