/** Asks visitors to verify the figures themselves, with a command for this installation. */
import { CopyLine } from "../../ui/copy/CopyLine.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { useOrigin } from "./use-origin.ts";
import { verifyTexts as texts } from "./strings.ts";

export function VerifyNote() {
  const origin = useOrigin();
  return (
    <Note>
      <div className="grid gap-2">
        <p className="max-w-[72ch]">{texts.note}</p>
        <CopyLine text={texts.command(origin)} label={texts.copy} />
      </div>
    </Note>
  );
}
