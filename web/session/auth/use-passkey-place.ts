/**
 * Determines where passkeys work: on this page, at another origin (`at`), or nowhere. Passkeys are
 * bound to a domain name, so they do not work at an IP address.
 */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../data/api/query.ts";

export type PasskeyPlace =
  | { readonly kind: "asked" | "here" | "nowhere" | "unsupported" }
  | { readonly kind: "elsewhere"; readonly at: string };

export function usePasskeyPlace(): PasskeyPlace {
  const { data } = useQuery({ ...apiQuery("getConfig"), staleTime: Infinity });
  if (data === undefined) return { kind: "asked" };
  const at = data.passkeysAt;
  if (at === null) return { kind: "nowhere" };
  if (at !== location.origin) return { kind: "elsewhere", at };
  return { kind: "PublicKeyCredential" in globalThis ? "here" : "unsupported" };
}
