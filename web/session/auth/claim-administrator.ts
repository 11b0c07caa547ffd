/** Sends the stored setup token and shows the result. */
import type { QueryClient } from "@tanstack/react-query";
import { asApiError } from "../../data/api/api-error.ts";
import { api } from "../../data/api/call.ts";
import { apiQuery } from "../../data/api/query.ts";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { forgetSetupToken } from "./setup-link.ts";
import { claimTexts } from "./strings.ts";

export async function claim(
  token: string,
  queryClient: QueryClient,
  claimed: () => void,
): Promise<void> {
  try {
    const me = await claimAdministrator(token);
    queryClient.setQueryData(apiQuery("getMe").queryKey, me);
    toast({ title: claimTexts.title, description: claimTexts.text });
    claimed();
  } catch (error) {
    toastError(error);
  }
}

/**
 * Sends the token. Throws ApiError. If the server did not decide about the token, keeps it for
 * another attempt.
 */
async function claimAdministrator(token: string) {
  try {
    const me = await api("claimAdministrator", { body: { token } });
    forgetSetupToken();
    return me;
  } catch (error) {
    const { status } = asApiError(error);
    if (status >= 400 && status < 500 && status !== 401 && status !== 429) forgetSetupToken();
    throw error;
  }
}
