/**
 * /confirm: the page for e-mail links that sign in, confirm an address or accept an invitation.
 * Opening the page only shows the account. The link is used when the user clicks the button. If
 * another program requested the link, the user is then redirected to that program with the outcome.
 */
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { asApiError } from "../../data/api/api-error.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { useIsHydrated } from "../../data/api/use-is-hydrated.ts";
import { authErrorCode, openMailedLink } from "./auth-client.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { DeadLink } from "./DeadLink.tsx";
import { LinkHolder } from "./LinkHolder.tsx";
import {
  forgetMailedLink,
  leavingAddress,
  ownPath,
  readMailedLink,
  useFragment,
  type MailedLink,
} from "./mailed-link.ts";
import { isCodeNeeded } from "./code-needed.ts";
import { confirmTexts as texts, messageTexts } from "./link-strings.ts";

export function ConfirmPage() {
  const fragment = useFragment();
  const isHydrated = useIsHydrated();
  const link = readMailedLink(fragment);
  return (
    <AuthFrame
      documentTitle={texts.title}
      title={texts.title}
      lead={texts.lead}
      other={
        <Link {...paths.login} className="text-fg underline">
          {messageTexts.login}
        </Link>
      }
    >
      {!isHydrated ? <p className="text-fg-2">Loading...</p> : null}
      {isHydrated && link === undefined ? <DeadLink reason="missing" kind="other" /> : null}
      {isHydrated && link !== undefined ? <Confirm key={fragment} link={link} /> : null}
    </AuthFrame>
  );
}

type State = "open" | "busy" | "half" | "dead";

function Confirm({ link }: { link: MailedLink }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [state, setState] = useState<State>("open");
  const { action, text } = texts.kinds[kindOf(link)];
  const leaving = leavingAddress(link);

  const use = async () => {
    if (leaving !== undefined) {
      location.assign(leaving);
      return;
    }
    setState("busy");
    try {
      const { session } = await openMailedLink(link);
      forgetMailedLink();
      if (session === null) {
        setState("half");
        return;
      }
      notifyDone(kindOf(link), isCodeNeeded(session));
      const redirect = link.redirectTo === undefined ? undefined : ownPath(link.redirectTo);
      if (redirect !== undefined) router.history.replace(redirect);
      else if (link.type === "invite") await navigate({ ...paths.resetPassword, replace: true });
      else await navigate({ ...paths.dashboard, replace: true });
    } catch (error) {
      if (authErrorCode(error) === "otp_expired") {
        setState("dead");
        return;
      }
      setState("open");
      const description = asApiError(error).text;
      toast({ title: texts.failedTitle, description, variant: "destructive" });
    }
  };

  if (state === "dead") return <DeadLink reason="used" kind={kindOf(link)} />;
  if (state === "half")
    return (
      <div className="grid gap-4">
        <output className="block">
          <Note>
            <strong>{texts.halfTitle}</strong> {texts.halfText}
          </Note>
        </output>
        <div>
          <Link className={buttonClass()} {...paths.changeEmail}>
            {texts.toChange}
          </Link>
        </div>
      </div>
    );
  return (
    <LinkHolder tokenHash={link.tokenHash} kind={kindOf(link)}>
      <p className="text-fg-2">{text}</p>
      {link.redirectTo === undefined ? null : (
        <p className="text-fg-2 [overflow-wrap:anywhere]">
          {texts.goesOn} {link.redirectTo}
        </p>
      )}
      <Button
        variant="primary"
        size="large"
        isBlock
        isBusy={state === "busy"}
        busyLabel={texts.busy}
        onClick={() => void use()}
      >
        {action}
      </Button>
    </LinkHolder>
  );
}

/** Kinds of links that take effect even before a two-factor code is entered. */
const DONE_WITHOUT_CODE: readonly Kind[] = ["email_change", "signup"];

/**
 * Shows a success notice. If a two-factor code is still needed, the notice does not mention a
 * sign-in, because the user is not signed in yet.
 */
function notifyDone(kind: Kind, needsCode: boolean): void {
  const { doneTitle: title, doneText: description } = texts.kinds[kind];
  if (!needsCode) toast({ title, description });
  else if (DONE_WITHOUT_CODE.includes(kind)) toast({ title });
}

type Kind = keyof typeof texts.kinds;

function kindOf({ type }: MailedLink): Kind {
  return Object.hasOwn(texts.kinds, type) ? (type as Kind) : "other";
}
