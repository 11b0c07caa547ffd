/** Transfers a visitor's conversation in this tab to the user after sign-in. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../data/api/call.ts";
import { asApiError } from "../../data/api/api-error.ts";
import { storedVisitorToken } from "./visitor-key.ts";
import { forgetVisitorToken } from "./visitor-token.ts";

export function useVisitorChat(): { readonly isTaking: boolean } {
  const queryClient = useQueryClient();
  const [isTaking, setIsTaking] = useState(() => storedVisitorToken() !== undefined);
  useEffect(() => {
    const visitorToken = storedVisitorToken();
    if (visitorToken === undefined) return;
    const take = async () => {
      try {
        await api("adoptVisitorChat", { body: { visitorToken } });
        forgetVisitorToken();
        await queryClient.invalidateQueries({ queryKey: ["getChat"] });
      } catch (error) {
        // Other errors are temporary. Keep the token, so that the next page can try again.
        if (asApiError(error).status === 400) forgetVisitorToken();
      }
    };
    void take().finally(() => setIsTaking(false));
  }, [queryClient]);
  return { isTaking };
}
