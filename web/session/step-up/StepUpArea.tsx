/** Shows the identity check dialog when a request needs it. Its code is loaded on demand. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { answerProof, isProofAsked, subscribeToProof } from "../auth/proof-request.ts";

const StepUpDialog = lazy(async () => ({
  default: (await import("./StepUpDialog.tsx")).StepUpDialog,
}));

export function StepUpArea() {
  const isAsked = useSyncExternalStore(subscribeToProof, isProofAsked, () => false);
  // Leaving the signed-in area cancels the dialog.
  useEffect(() => () => answerProof(false), []);
  if (!isAsked) return null;
  return (
    <Suspense>
      <StepUpDialog />
    </Suspense>
  );
}
