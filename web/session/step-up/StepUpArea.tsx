/**
 * Shows the identity check dialog when a request requires it. The dialog's code is loaded on
 * demand.
 */
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { answerProof, isProofAsked, subscribeToProof } from "../auth/proof-request.ts";

const StepUpDialog = lazy(async () => ({
  default: (await import("./StepUpDialog.tsx")).StepUpDialog,
}));

export function StepUpArea() {
  const isAsked = useSyncExternalStore(subscribeToProof, isProofAsked, () => false);
  // Cancel the dialog when the user leaves the signed-in area.
  useEffect(() => () => answerProof(false), []);
  if (!isAsked) return null;
  return (
    <Suspense>
      <StepUpDialog />
    </Suspense>
  );
}
