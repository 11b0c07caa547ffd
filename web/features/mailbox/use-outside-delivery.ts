/**
 * Whether e-mail and SMS leave this installation: what a page says about where they arrive must be
 * true.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

/** Empty until it is known. */
export function useOutsideDelivery(): {
  readonly areMailed?: boolean;
  readonly areTexted?: boolean;
} {
  const { data } = useQuery(apiQuery("getConfig"));
  if (data === undefined) return {};
  return { areMailed: data.messages === "mail", areTexted: data.sms === "phone" };
}
