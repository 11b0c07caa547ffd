/** Sends a kept set-up token as soon as somebody is signed in, and says what came of it. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiQuery } from "../api/query.ts";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { claimAdministrator, useSetupToken } from "./setup-link.ts";

/** One claim at a time, also when effects run twice. */
let claiming: string | undefined;

/** `claimed` leads to what the new administrator needs first. It must keep its identity. */
export function useSetupClaim(userId: string | undefined, claimed: () => void): void {
  const token = useSetupToken();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === undefined || token === undefined || claiming === token) return;
    claiming = token;
    void claim(token, queryClient, claimed).finally(() => (claiming = undefined));
  }, [userId, token, queryClient, claimed]);
}

async function claim(token: string, queryClient: QueryClient, claimed: () => void): Promise<void> {
  try {
    const me = await claimAdministrator(token);
    queryClient.setQueryData(apiQuery("getMe").queryKey, me);
    toast({
      title: "Administrator",
      description:
        "Your account is now the administrator of this installation. Its pages open with a second factor.",
    });
    claimed();
  } catch (error) {
    toastError(error);
  }
}
