/**
 * Whose account a mailed link is for, said before its press: a link that a stranger sent would sign
 * its reader in to the stranger's account. The press comes with the name. Another sign-in service's
 * links are its own to tell of.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/call.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { Note } from "../ui/Note.tsx";
import { DeadLink } from "./DeadLink.tsx";
import { confirmTexts as texts } from "./strings.ts";
import { useSignInPlace } from "./use-sign-in-place.ts";

export function LinkHolder(props: {
  tokenHash: string;
  kind: Parameters<typeof DeadLink>[0]["kind"];
  children: ReactNode;
}) {
  const { tokenHash, kind, children } = props;
  const { isAsked, isElsewhere } = useSignInPlace();
  const holder = useQuery({
    queryKey: ["lookAtLink", tokenHash],
    queryFn: () => api("lookAtLink", { body: { tokenHash } }),
    enabled: !isAsked && !isElsewhere,
    // Its own press uses it up.
    staleTime: Infinity,
  });
  if (isElsewhere) return children;
  const { error } = holder;
  if (error instanceof ApiError && error.code === "link_not_found")
    return <DeadLink reason="used" kind={kind} />;
  return (
    <Loaded query={holder} lines={2}>
      {({ email, newEmail }) => (
        <div className="grid gap-4">
          <Note>
            {newEmail === null ? texts.holder : texts.changeOf}{" "}
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
