/**
 * A modal dialog based on the native `<dialog>` element. The dialog traps and returns the focus and
 * closes on Escape. It injects no styles, because the content security policy would block them.
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
  /** Prevents closing while a request is running, so that the dialog can show a refusal. */
  isBusy?: boolean;
  children: ReactNode;
  /** Right-aligned buttons at the bottom. */
  actions?: ReactNode;
  /** Label of the cancel button to the left of the actions. */
  cancel?: string;
  /**
   * Position of the dialog. "side" is a drawer at the left edge and "end" a drawer at the right
   * edge. "top" is near the top edge and has no padding.
   */
  place?: "middle" | "side" | "end" | "top";
}

export function Dialog(props: DialogProps) {
  // Render the dialog only while it is open, so that its fields are reset each time.
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

const PLACES = {
  middle: "m-auto w-[min(440px,calc(100vw-24px))] rounded-lg",
  side: "my-0 mr-auto ml-0 h-dvh max-h-none w-[min(288px,calc(100vw-48px))]",
  end: "my-0 mr-0 ml-auto h-dvh max-h-none w-[min(400px,calc(100vw-24px))]",
  top: "mx-auto mt-[max(12px,8dvh)] mb-auto w-[min(600px,calc(100vw-24px))] rounded-lg",
};

// Lets the column be narrower than its longest word and breaks long words, because an address is a
// single word of 44 characters.
const GRID = "grid grid-cols-[minmax(0,1fr)] [overflow-wrap:anywhere]";
const PADDING = {
  middle: `${GRID} gap-3 p-5`,
  side: "p-3",
  end: `${GRID} gap-5 p-5`,
  top: "",
};

/** Returns the focus to the opener, or to the page's content if the opener no longer exists. */
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
  // Close the dialog before its element is removed. Otherwise, the browser does not return the
  // focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    const leavePlace = noteOpen(dialog);
    return () => {
      leavePlace();
      dialog.close();
      // The browser returns the focus immediately, but a purchase may then replace the focused
      // button. Therefore, check the focus later.
      setTimeout(() => keepFocus(opener), 0);
    };
  }, []);
  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    // Ignore text selections that end outside the dialog, and the second click of a double click on
    // the opener.
    const { target, currentTarget, detail } = event;
    if (target === currentTarget && pressed.current === target && detail < 2) leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key; this is the click on the backdrop
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Allow line breaks even if the dialog is inside a table cell with `nowrap`.
      className={clsx("bg-raised p-0 whitespace-normal text-fg shadow-menu", PLACES[place])}
      // Prevent the browser from closing the dialog on Escape, so that a caller can keep it open
      // and ask for confirmation.
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // If Escape is pressed twice in a row, the browser closes the dialog without a cancel event.
      // Reopen the dialog, because only the caller decides when it closes.
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
