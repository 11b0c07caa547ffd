/** Button that opens the dialog for a branch. The dialog's code is loaded on demand. */
import { GitBranch } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import type { ReplayStanding } from "../source/use-replay.ts";
import { branchTexts as texts } from "./strings.ts";

const BranchDialog = lazy(async () => ({
  default: (await import("./BranchDialog.tsx")).BranchDialog,
}));

/** `replay` is undefined until the replay is loaded. */
export function BranchButton({ replay }: { replay: ReplayStanding["replay"] | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-disabled={replay === undefined} onClick={() => setIsOpen(true)}>
        <GitBranch className="size-3.5" strokeWidth={1.5} aria-hidden />
        {texts.open}
      </Button>
      {isOpen && replay ? (
        <Suspense>
          <BranchDialog replay={replay} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
