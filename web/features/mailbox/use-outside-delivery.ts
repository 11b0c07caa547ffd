/**
 * Returns which channels (e-mail, SMS) deliver outside the practice mailbox, so that pages tell
 * users where to look for their messages.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

/** True for each channel with real delivery. Undefined until the settings are loaded. */
export function useOutsideDelivery(): {
  readonly areMailed?: boolean;
  readonly areTexted?: boolean;
} {
  const { data } = useQuery(apiQuery("getConfig"));
  if (data === undefined) return {};
  return { areMailed: data.messages === "mail", areTexted: data.sms === "phone" };
}
