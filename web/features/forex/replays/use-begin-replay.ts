/** Starts a replay and opens its desk. */
import { useNavigate } from "@tanstack/react-router";
import type { ApiInput } from "../../../data/api/route-shapes.ts";
import { api } from "../../../data/api/call.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { useChange } from "../../../ui/changes/use-change.ts";
import { FIRST_VIEW, forexSearch } from "../view/forex-search.ts";
import { accountFields, type AccountDraft } from "./replay-account.ts";

export interface Beginning {
  /** Identifies the clicked button, so that only this button shows the progress. */
  readonly key: string;
  readonly instrument: string;
  readonly body: ApiInput<"startReplay">["body"];
}

/** `account` holds the capital, leverage and spreads of the next replay. */
export function useBeginReplay(account: AccountDraft) {
  const navigate = useNavigate();
  return useChange({
    async send({ body, instrument }: Beginning) {
      const { id } = await api("startReplay", { body: { ...body, ...accountFields(account) } });
      await navigate({
        ...paths.forex,
        search: forexSearch({ ...FIRST_VIEW, instrument, replay: id }),
      });
    },
    changed: ["listReplays"],
  });
}

export type BeginReplay = ReturnType<typeof useBeginReplay>;
