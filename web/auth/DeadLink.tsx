/** A mailed link that cannot be used, and the way to a new one. */
import { Link } from "@tanstack/react-router";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Note } from "../ui/Note.tsx";
import { deadLinkTexts as texts } from "./strings.ts";

const WAYS = {
  recovery: { ...paths.forgotPassword, label: texts.another },
  email_change: { ...paths.changeEmail, label: texts.toChange },
  magiclink: { ...paths.login, label: texts.toLogin },
  signup: { ...paths.login, label: texts.toLogin },
  invite: { ...paths.login, label: texts.toLogin },
  other: { ...paths.login, label: texts.toLogin },
} as const;

export function DeadLink(props: { reason: "used" | "missing"; kind: keyof typeof WAYS }) {
  const isUsed = props.reason === "used";
  const { label, ...way } = WAYS[props.kind];
  return (
    <div className="grid gap-4">
      <div role="alert">
        <Note kind="bad">
          <strong>{isUsed ? texts.usedTitle : texts.missingTitle}</strong>{" "}
          {isUsed ? texts.usedText : texts.missingText}{" "}
          {isUsed && props.kind === "recovery" ? texts.passwordText : null}
        </Note>
      </div>
      <div>
        <Link className={buttonClass({ variant: "primary" })} {...way}>
          {label}
        </Link>
      </div>
    </div>
  );
}
