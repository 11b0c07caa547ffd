/** The "Show working" button, which reveals how the page's figures are calculated. */
import { Sigma } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { Dialog } from "./Dialog.tsx";

const TITLE = "Show working";

/** Reserves the button's space in the page head while values load. */
export function WorkingRoom() {
  return <span className="h-7 max-md:h-11" />;
}

/** `of` names a table row, whose button shows only the icon. */
export function ShowWorking({ of, children }: { of?: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const title = of === undefined ? TITLE : `${TITLE}: ${of}`;
  return (
    <>
      <Button variant="quiet" size="small" aria-label={title} onClick={() => setIsOpen(true)}>
        <Sigma className="size-4" strokeWidth={1.5} aria-hidden />
        {of === undefined ? <span>{TITLE}</span> : null}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {children}
      </Dialog>
    </>
  );
}
