/** Compares the block of a receipt with the installation's chain, when the reader asks for it. */
import { useState } from "react";
import { ApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { verifyTexts as texts } from "./strings.ts";

type State =
  | { readonly phase: "idle" | "busy" | "unknown" }
  | { readonly phase: "in-chain"; readonly confirmations: number }
  | { readonly phase: "undone"; readonly height: number }
  | { readonly phase: "failed"; readonly error: unknown };

export function ChainCheck({ hash }: { hash: string }) {
  const [state, setState] = useState<State>({ phase: "idle" });
  const compare = async () => {
    setState({ phase: "busy" });
    try {
      const { confirmations, trueUntil } = await api("getBlockState", { params: { hash } });
      setState(
        trueUntil === null
          ? { phase: "in-chain", confirmations }
          : { phase: "undone", height: trueUntil.height },
      );
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === "block_unknown";
      setState(isUnknown ? { phase: "unknown" } : { phase: "failed", error });
    }
  };
  return (
    <section className="grid gap-3 text-sm" aria-label={texts.chain}>
      <p className="text-fg-2">
        <strong className="font-semibold text-fg">{texts.chain}:</strong>{" "}
        {state.phase === "in-chain" ? texts.inChain(state.confirmations) : null}
        {state.phase === "idle" || state.phase === "busy" || state.phase === "failed"
          ? texts.chainUnread
          : null}
      </p>
      {state.phase === "undone" ? (
        <Note kind="bad">{texts.trueUntil(wholeText(state.height))}</Note>
      ) : null}
      {state.phase === "unknown" ? <Note kind="bad">{texts.unknownBlock}</Note> : null}
      {state.phase === "failed" ? <ErrorCard error={state.error} /> : null}
      <div className="flex flex-wrap items-center gap-3" data-part="no-print">
        <Button
          size="small"
          onClick={() => void compare()}
          isBusy={state.phase === "busy"}
          busyLabel={texts.comparing}
        >
          {texts.compare}
        </Button>
        <span className="text-xs text-fg-2">{texts.compareNote}</span>
      </div>
    </section>
  );
}
