/**
 * Shows the account that an e-mail link belongs to. The button appears together with the account's
 * name.
 */
import type { ReactNode } from "react";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { DeadLink } from "./DeadLink.tsx";
import { confirmTexts as texts } from "./link-strings.ts";
import { useLinkHolder } from "./use-link-holder.ts";

export function LinkHolder(props: {
  tokenHash: string;
  kind: Parameters<typeof DeadLink>[0]["kind"];
  children: ReactNode;
}) {
  const { tokenHash, kind, children } = props;
  const { query, isOver, isElsewhere } = useLinkHolder(tokenHash);
  if (isElsewhere) return children;
  if (isOver) return <DeadLink reason="used" kind={kind} />;
  return (
    <Loaded query={query} lines={2}>
      {({ email, newEmail }) => (
        <div className="grid gap-4">
          <Note>
            {newEmail === null ? texts.holder : email === "" ? texts.keeps : texts.changeOf}{" "}
            <strong className="[overflow-wrap:anywhere]">{email}</strong>
            {newEmail === null ? null : (
              <>
                {" "}
                {texts.changeTo} <strong className="[overflow-wrap:anywhere]">{newEmail}</strong>
              </>
            )}
          </Note>
          {children}
        </div>
      )}
    </Loaded>
  );
}
