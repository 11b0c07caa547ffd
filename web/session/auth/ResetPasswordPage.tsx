/**
 * /reset-password: the page for recovery links from e-mails. The account is shown before the
 * button. One click uses the link and sets the password. If only the password is rejected, the next
 * click sends just the password, because the link has been used. Retrying also works after a reload
 * or if the same link is opened again, as long as the link's session exists. If that session is too
 * old for setting a password, the user needs a new link. In a session opened with a password, the
 * user must confirm their identity instead.
 */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "../../ui/navigation/paths.ts";
import { useIsHydrated } from "../../data/api/use-is-hydrated.ts";
import { isByMail, sessionIdOf } from "../../data/api/access-token.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { toast } from "../../ui/toasts/toast-store.ts";
import { useAuth } from "./auth-context.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { maskEmail, useCarriedSession } from "./carried-session.ts";
import { CarriedSessionChoice } from "./CarriedSessionChoice.tsx";
import { DeadLink } from "./DeadLink.tsx";
import { isRefusedLink, readMailedLink, useFragment } from "./mailed-link.ts";
import { NewPasswordForm } from "./NewPasswordForm.tsx";
import { deadLinkTexts, forgotTexts, messageTexts } from "./link-strings.ts";
import { resetTexts as texts } from "./password-strings.ts";
import { useLinkHolder } from "./use-link-holder.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";

export function ResetPasswordPage() {
  const { isElsewhere } = useSignInPlace();
  return (
    <AuthFrame
      documentTitle={texts.title}
      title={texts.title}
      lead={isElsewhere ? texts.leadElsewhere : texts.lead}
      other={
        <>
          {forgotTexts.instead}{" "}
          <Link {...paths.login} className="text-fg underline">
            {messageTexts.login}
          </Link>
        </>
      }
    >
      <Reset />
    </AuthFrame>
  );
}

function Reset() {
  const carried = useCarriedSession();
  const fragment = useFragment();
  const mailed = readMailedLink(fragment);
  const { user, session, loading } = useAuth();
  const isHydrated = useIsHydrated();
  const holder = useLinkHolder(mailed?.tokenHash);
  const [deadFragment, setDeadFragment] = useState<string>();
  const [runOut, setRunOut] = useState<{ sessionId: string | undefined }>();
  const [namedHash, setNamedHash] = useState<string>();
  const sessionId = sessionIdOf(session?.access_token);
  const isOfLink = isByMail(session?.access_token);
  const isSpent = mailed !== undefined && (holder.isOver || deadFragment === fragment);
  // A used link is replaced with the session that it opened.
  const link = isSpent && isOfLink ? undefined : mailed;
  const notifyDead = () => {
    if (isOfLink) {
      const description = texts.stillOpenText;
      toast({ title: deadLinkTexts.usedTitle, description, variant: "destructive" });
    }
    setDeadFragment(fragment);
  };
  if (carried !== undefined) return <CarriedSessionChoice carried={carried} />;
  if (!isHydrated || ((link === undefined || isSpent) && loading))
    return <p className="text-fg-2">Loading...</p>;
  // If another link was pasted into this tab, it opens a new session, so this note no longer
  // applies.
  if (link === undefined && runOut !== undefined && runOut.sessionId === sessionId)
    return <DeadLink reason="runOut" kind="recovery" />;
  if (link !== undefined && isSpent) return <DeadLink reason="used" kind="recovery" />;
  if (link === undefined && user === null)
    return <DeadLink reason={isRefusedLink(fragment) ? "used" : "missing"} kind="recovery" />;
  // Signing in with the link clears the account's name, but the form must stay visible.
  const isNamed = holder.query.data !== undefined || namedHash === link?.tokenHash;
  if (isNamed && namedHash !== link?.tokenHash) setNamedHash(link?.tokenHash);
  // Show the button together with the account's name.
  if (link !== undefined && !isNamed && !holder.isElsewhere)
    return (
      <Loaded query={holder.query} lines={2}>
        {() => null}
      </Loaded>
    );
  const named =
    link === undefined
      ? user?.email && texts.openText(user.email)
      : holder.query.data && texts.holderText(maskEmail(holder.query.data.email));
  return (
    <div className="grid gap-4">
      {named === undefined ? null : <Note>{named}</Note>}
      <NewPasswordForm link={link} onDead={notifyDead} onRunOut={() => setRunOut({ sessionId })} />
    </div>
  );
}
