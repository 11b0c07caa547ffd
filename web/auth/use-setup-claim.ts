/** Sends a kept set-up token as soon as somebody is signed in, and says what came of it. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiQuery } from "../api/query.ts";
import { toastError } from "../ui/toast-error.ts";
import { toast } from "../ui/toast-store.ts";
import { claimAdministrator, useSetupToken } from "./setup-link.ts";

/** One claim at a time, also when effects run twice. */
let claiming: string | undefined;

export function useSetupClaim(userId: string | undefined): void {
  const token = useSetupToken();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === undefined || token === undefined || claiming === token) return;
    claiming = token;
    void claim(token, queryClient).finally(() => (claiming = undefined));
  }, [userId, token, queryClient]);
}

async function claim(token: string, queryClient: QueryClient): Promise<void> {
  try {
    const me = await claimAdministrator(token);
    queryClient.setQueryData(apiQuery("getMe").queryKey, me);
    toast({
      title: "Administrator",
      description: "Your account is now the administrator of this installation.",
    });
  } catch (error) {
    toastError(error);
  }
}
