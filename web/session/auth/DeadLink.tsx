/** Shown if an e-mail link no longer works. Offers to request a new link. */
import { Link } from "@tanstack/react-router";
import { paths } from "../../ui/navigation/paths.ts";
import { buttonClass } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { deadLinkTexts as texts } from "./link-strings.ts";

const WAYS = {
  recovery: { ...paths.forgotPassword, label: texts.another },
  email_change: { ...paths.changeEmail, label: texts.toChange },
  magiclink: { ...paths.login, label: texts.toLogin },
  signup: { ...paths.login, label: texts.toLogin },
  invite: { ...paths.login, label: texts.toLogin },
  other: { ...paths.login, label: texts.toLogin },
} as const;

const REASONS = {
  used: [texts.usedTitle, texts.usedText],
  runOut: [texts.runOutTitle, texts.runOutText],
  missing: [texts.missingTitle, texts.missingText],
} as const;

export function DeadLink(props: { reason: keyof typeof REASONS; kind: keyof typeof WAYS }) {
  const [title, text] = REASONS[props.reason];
  const { label, ...way } = WAYS[props.kind];
  return (
    <div className="grid gap-4">
      <div role="alert">
        <Note kind="bad">
          <strong>{title}</strong> {text}{" "}
          {props.reason !== "missing" && props.kind === "recovery" ? texts.passwordText : null}
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
