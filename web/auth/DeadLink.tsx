/** A mailed link that cannot be used, and the way to a new one. */
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Note } from "../ui/Note.tsx";
import { deadLinkTexts as texts } from "./strings.ts";

export function DeadLink({ reason }: { reason: "used" | "missing" }) {
  const [title, text] =
    reason === "used" ? [texts.usedTitle, texts.usedText] : [texts.missingTitle, texts.missingText];
  return (
    <div className="grid gap-4">
      <div role="alert">
        <Note kind="bad">
          <strong>{title}</strong> {text}
        </Note>
      </div>
      <div>
        <Link className={buttonClass({ variant: "primary" })} {...paths.forgotPassword}>
          {texts.another}
        </Link>
      </div>
    </div>
  );
}
