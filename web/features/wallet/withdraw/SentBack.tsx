/**
 * Sends a deposit back. The form is prefilled with the deposit's amount and verified sender
 * address. The URL contains only the deposit's id, so that a manipulated link cannot change the
 * address.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BTC_DECIMALS, formatAmount } from "#money";
import { apiQuery } from "../../../data/api/query.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { withdrawTexts as texts } from "./strings.ts";

export interface GivenDetails {
  readonly amount: string;
  readonly walletAddress: string;
}

/**
 * Returns the deposit to send back. If `depositId` is undefined, the withdrawal is an ordinary one.
 */
export function useSentBack(depositId: string | undefined) {
  const isAsked = depositId !== undefined;
  const query = useQuery({
    ...apiQuery("getDeposit", { params: { depositId: depositId ?? "" } }),
    enabled: isAsked,
    retry: false,
  });
  const deposit = query.data;
  const isPossible = deposit?.isSenderVerified === true && deposit.state === "credited";
  const given: GivenDetails | undefined = isPossible
    ? {
        amount: formatAmount(BigInt(deposit.amountSats), BTC_DECIMALS),
        walletAddress: deposit.senderAddress ?? "",
      }
    : undefined;
  return {
    isPending: isAsked && query.isPending,
    given,
    note: isAsked ? (
      <SentBackNote isPossible={isPossible}>
        {deposit === undefined ? null : <Amount sats={deposit.amountSats} />}
      </SentBackNote>
    ) : null,
  };
}

function SentBackNote(props: { isPossible: boolean; children: ReactNode }) {
  return (
    <div className="mb-4">
      {props.isPossible ? (
        <Note>
          <strong>
            {texts.sendBack.title} {props.children}.
          </strong>{" "}
          {texts.sendBack.text}
        </Note>
      ) : (
        <Note kind="bad">{texts.sendBack.refused}</Note>
      )}
    </div>
  );
}
