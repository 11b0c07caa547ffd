/** Asks visitors to verify the figures themselves, with a command for this installation. */
import { Link } from "@tanstack/react-router";
import { Note } from "../../ui/layout/Note.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { paths } from "../../ui/navigation/paths.ts";
import { CopyLine } from "../../ui/copy/CopyLine.tsx";
import { useOrigin } from "./use-origin.ts";
import { verifyTexts as texts } from "./strings.ts";

export function VerifyNote() {
  const origin = useOrigin();
  return (
    <Note>
      <div className="grid gap-2">
        <p className="max-w-[72ch]">{texts.note}</p>
        <CopyLine text={texts.command(origin)} label={texts.copy} />
        <p className="max-w-[72ch]">
          <Sentence
            text={texts.kept}
            parts={{
              verify: (
                <Link {...paths.verify} className="reach underline">
                  {texts.keptLink}
                </Link>
              ),
            }}
          />
        </p>
      </div>
    </Note>
  );
}
