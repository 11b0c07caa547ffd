/**
 * Protects typed text: asks for confirmation before the dialog is closed or the page is left or
 * reloaded.
 */
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { Button } from "../ui/controls/Button.tsx";
import { Note } from "../ui/layout/Note.tsx";
import { guardTexts as texts } from "./strings.ts";

/**
 * Returns a `close` function and the confirmation question. Call `close` for every way of closing
 * except success. Render the question above the fields.
 */
export function useDraftGuard(
  isGuarded: boolean,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({
    disabled: !isGuarded,
    enableBeforeUnload: isGuarded,
    shouldBlockFn() {
      setIsAsking(true);
      return true;
    },
  });
  return {
    close: () => (isGuarded ? setIsAsking(true) : onClose()),
    question:
      isAsking && isGuarded ? (
        <Question onStay={() => setIsAsking(false)} onDiscard={onClose} />
      ) : null,
  };
}

function Question(props: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div role="alert">
      <Note kind="bad">
        <strong>{texts.title}</strong> {texts.text}
        <span className="mt-2 flex flex-wrap gap-2">
          <Button ref={focus} size="small" onClick={props.onStay}>
            {texts.stay}
          </Button>
          <Button size="small" variant="quiet" onClick={props.onDiscard}>
            {texts.discard}
          </Button>
        </span>
      </Note>
    </div>
  );
}

/**
 * Focuses the question's button, because the question may be scrolled out of view above the fields.
 */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
