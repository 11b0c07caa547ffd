/**
 * Reads the installation's own name and published roots once, when the page opens. Nothing is
 * requested again, so that no request follows a file.
 */
import { useQuery } from "@tanstack/react-query";
import type { KnownSite } from "#receipts";
import { apiQuery } from "../../data/api/query.ts";

const ONCE = {
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;
const ROOTS = 100;

export function useKnownSite(): KnownSite {
  const { data: practice } = useQuery({ ...apiQuery("getPractice"), ...ONCE });
  const { data: proofs } = useQuery({
    ...apiQuery("listProofs", { query: { limit: ROOTS } }),
    ...ONCE,
  });
  return {
    ...(practice?.log && {
      installation: {
        network: practice.network,
        log: practice.log.vkey,
      },
    }),
    ...(proofs && { roots: proofs.items.map(({ id, root }) => ({ id, root })) }),
  };
}
