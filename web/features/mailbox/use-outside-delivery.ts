/**
 * Returns whether this installation sends real e-mail and SMS, so that pages direct users to the
 * right place for their messages.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

/** True for each channel with real delivery. Both are undefined until the settings are loaded. */
export function useOutsideDelivery(): {
  readonly areMailed?: boolean;
  readonly areTexted?: boolean;
} {
  const { data } = useQuery(apiQuery("getConfig"));
  if (data === undefined) return {};
  return { areMailed: data.messages === "mail", areTexted: data.sms === "phone" };
}
