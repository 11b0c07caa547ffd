/** Draws the question for a fresh proof when a request needs one; its code is loaded then. */
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { answerProof, isProofAsked, subscribeToProof } from "../auth/proof-request.ts";

const StepUpDialog = lazy(async () => ({
  default: (await import("./StepUpDialog.tsx")).StepUpDialog,
}));

export function StepUpArea() {
  const isAsked = useSyncExternalStore(subscribeToProof, isProofAsked, () => false);
  // Who leaves the signed-in part answers nothing any more.
  useEffect(() => () => answerProof(false), []);
  if (!isAsked) return null;
  return (
    <Suspense>
      <StepUpDialog />
    </Suspense>
  );
}
