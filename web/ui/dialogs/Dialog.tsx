/**
 * A modal dialog on the native `<dialog>`: it traps and returns focus, closes on Escape, and
 * injects no style (a modal that does would break the content security policy).
 *
 *   <Dialog title="Purchase Starter Rig" isOpen={isOpen} onClose={close} cancel="Cancel" actions={<Button>Purchase Plan</Button>}>...</Dialog>
 */
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { noteOpen } from "./open-dialogs.ts";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Nothing closes it meanwhile, for a refusal is shown inside. */
  isBusy?: boolean;
  children: ReactNode;
  /** Right-aligned at the bottom. */
  actions?: ReactNode;
  /** Before the actions: the word for leaving it as it is. */
  cancel?: string;
  /**
   * "side" is the drawer from the left edge, "end" from the right one; "top" is high up and without
   * padding.
   */
  place?: "middle" | "side" | "end" | "top";
}

export function Dialog(props: DialogProps) {
  // The element exists only while open, so that its fields start fresh each time.
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

const PLACES = {
  middle: "m-auto w-[min(440px,calc(100vw-24px))] rounded-lg",
  side: "my-0 mr-auto ml-0 h-dvh max-h-none w-[min(288px,calc(100vw-48px))]",
  end: "my-0 mr-0 ml-auto h-dvh max-h-none w-[min(400px,calc(100vw-24px))]",
  top: "mx-auto mt-[max(12px,8dvh)] mb-auto w-[min(600px,calc(100vw-24px))] rounded-lg",
};

// A column that may be narrower than its longest word, and words that break: an address is one word
// of 44 letters.
const GRID = "grid grid-cols-[minmax(0,1fr)] [overflow-wrap:anywhere]";
const PADDING = {
  middle: `${GRID} gap-3 p-5`,
  side: "p-3",
  end: `${GRID} gap-5 p-5`,
  top: "",
};

/** Keyboard users continue where they were, or at the page's content if that is gone. */
function keepFocus(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (opener instanceof HTMLElement) opener.focus();
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

function OpenDialog(props: DialogProps) {
  const { title, onClose, isBusy = false, children, actions, cancel, place = "middle" } = props;
  const leave = () => {
    if (!isBusy) onClose();
  };
  const pressed = useRef<EventTarget>(null);
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element leaves the page, or the focus would not go back to where it came from.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    const leavePlace = noteOpen(dialog);
    return () => {
      leavePlace();
      dialog.close();
      // The browser returns the focus at once, to a button that a purchase may then replace.
      setTimeout(() => keepFocus(opener), 0);
    };
  }, []);
  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    // Neither is text that is selected beyond the edge a wish to close it, nor the second half of a
    // double click on the button that opened it.
    const { target, currentTarget, detail } = event;
    if (target === currentTarget && pressed.current === target && detail < 2) leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key; this is the click on the backdrop
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Words break wherever it was opened from, also in a cell that keeps its words on one line.
      className={clsx("bg-raised p-0 whitespace-normal text-fg shadow-menu", PLACES[place])}
      // Before Escape has its effect: who asks first whether to close keeps the dialog open.
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A browser closes it at the second Escape in a row without asking; whether it goes is said
      // here alone.
      onClose={({ currentTarget: dialog }) => {
        if (dialog.open || !dialog.isConnected) return;
        dialog.showModal();
        leave();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={closeOnBackdrop}
    >
      <div className="flex min-h-12 items-center gap-2.5 border-b border-line py-1.5 pr-2 pl-5">
        <h2 id={titleId} className="py-1.5 text-md font-semibold tracking-[-0.006em]">
          {title}
        </h2>
        <Button
          variant="quiet"
          isIcon
          className="ml-auto"
          aria-label="Close"
          isBusy={isBusy}
          onClick={leave}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
      <div className={PADDING[place]}>{children}</div>
      {actions === undefined ? null : (
        <div className="flex flex-wrap items-start justify-end gap-2.5 border-t border-line px-5 py-3">
          {cancel === undefined ? null : (
            <Button variant="quiet" isBusy={isBusy} onClick={leave}>
              {cancel}
            </Button>
          )}
          {actions}
        </div>
      )}
    </dialog>
  );
}
