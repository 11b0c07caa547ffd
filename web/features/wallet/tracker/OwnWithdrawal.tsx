/** Cancel button for the user's own withdrawal, while it can be cancelled. */
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { CancelButton, isCancellable } from "./CancelButton.tsx";

const LOOK_AGAIN_MS = 5000;

/** Renders nothing if `id` is a txid or another user's withdrawal. */
export function OwnWithdrawal({ id }: { id: string }) {
  const isWithdrawal = id.startsWith("wdr_");
  const query = useQuery({
    ...apiQuery("getWithdrawal", { params: { withdrawalId: id } }),
    enabled: isWithdrawal,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isCancellable(state.data.state) ? LOOK_AGAIN_MS : false,
  });
  if (!isWithdrawal || query.data === undefined || !isCancellable(query.data.state)) return null;
  return <CancelButton id={id} isInRow={false} />;
}
