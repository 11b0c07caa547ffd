/** Sends a stored setup token when a user is signed in, and shows the result. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { notLoaded } from "../../ui/toasts/not-loaded.ts";
import { useSetupToken } from "./setup-link.ts";

/** Token that is being sent. Prevents concurrent claims, because React may run the effect twice. */
let claiming: string | undefined;

/**
 * Claims the administrator role with the stored token. `claimed` opens the first page for the new
 * administrator and must be a stable reference.
 */
export function useSetupClaim(userId: string | undefined, claimed: () => void): void {
  const token = useSetupToken();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === undefined || token === undefined || claiming === token) return;
    claiming = token;
    void import("./claim-administrator.ts")
      .then(
        ({ claim }) => claim(token, queryClient, claimed),
        () => notLoaded("Administrator Not Claimed"),
      )
      .finally(() => (claiming = undefined));
  }, [userId, token, queryClient, claimed]);
}
