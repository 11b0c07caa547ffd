/** Button for free test coins with its daily limit, or the reason why the faucet is closed. */
import { useQuery } from "@tanstack/react-query";
import { Droplets } from "lucide-react";
import { btcText } from "../../../ui/amounts/amount-format.ts";
import { api } from "../../../data/api/call.ts";
import { apiQuery } from "../../../data/api/query.ts";
import { shortText } from "../../../ui/time/time-text.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Sentence } from "../../../ui/layout/Sentence.tsx";
import { useChange } from "../../../ui/changes/use-change.ts";
import { depositTexts as texts } from "./strings.ts";

const LOOK_AGAIN_MS = 3000;
/**
 * Reads the faucet's state. Polls while it is closed, because the faucet may still be filling in an
 * installation's first seconds.
 */
function useFaucet() {
  return useQuery({
    ...apiQuery("getFaucet"),
    refetchInterval: ({ state }) => (state.data?.isOpen === false ? LOOK_AGAIN_MS : false),
  });
}

export function FaucetButton(props: { isPrimary?: boolean }) {
  const faucet = useFaucet();
  const grant = useChange({
    send: () => api("requestFaucet", { body: {} }),
    changed: ["getFaucet", "listDeposits", "getWallet", "getDepositAddress"],
    onDone({ amountSats }) {
      const description = texts.faucetSentText(btcText(amountSats));
      return { title: texts.faucetSentTitle, description };
    },
  });
  return (
    <Button
      variant={props.isPrimary ? "primary" : "default"}
      isBusy={grant.isPending}
      busyLabel={texts.faucetBusy}
      disabledReason={faucet.data === undefined ? undefined : closedReason(faucet.data)}
      onClick={() => grant.mutate()}
    >
      <Droplets className="size-4" strokeWidth={1.5} aria-hidden />
      {texts.faucet}
    </Button>
  );
}

/** Shows the daily amount, and how much this user and this network can still claim today. */
export function FaucetAllowance() {
  const faucet = useFaucet();
  if (faucet.data === undefined || closedReason(faucet.data) !== undefined) return null;
  const { dailySats, remainingSats, network } = faucet.data;
  return (
    <span className="text-xs text-fg-2">
      <Sentence
        text={
          network === null
            ? texts.faucetAllowance
            : `${texts.faucetAllowance} ${texts.faucetNetwork}`
        }
        parts={{
          daily: <Amount sats={dailySats} />,
          remaining: <Amount sats={remainingSats} />,
          network: network === null ? null : <Amount sats={network.remainingSats} />,
        }}
      />
    </span>
  );
}

function closedReason(faucet: {
  isOpen: boolean;
  closedReason: string | null;
  remainingSats: number;
  resetsAt: string | null;
}): string | undefined {
  if (faucet.isOpen && faucet.remainingSats > 0) return undefined;
  if (faucet.closedReason !== null) return faucet.closedReason;
  const when =
    faucet.resetsAt === null ? texts.tomorrow : shortText(new Date(faucet.resetsAt), new Date());
  return texts.faucetUsed(when);
}
