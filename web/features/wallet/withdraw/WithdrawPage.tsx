/**
 * /withdraw: shows fee and limits, then the form for the details, then the review with the security
 * code. After the withdrawal, the tracker opens.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { apiQuery } from "../../../data/api/query.ts";
import type { ApiAnswer } from "../../../data/api/route-shapes.ts";
import { paths } from "../../../ui/navigation/paths.ts";
import { fullText } from "../../../ui/time/time-text.ts";
import { Amount } from "../../../ui/figures/Amount.tsx";
import { Loaded } from "../../../ui/loading/Loaded.tsx";
import { Note } from "../../../ui/layout/Note.tsx";
import { PageHead } from "../../../ui/layout/PageHead.tsx";
import { centsPerBtcOf } from "../../../ui/amounts/reference-rate.ts";
import { withdrawTexts as texts } from "./strings.ts";
import { DetailsPanel } from "./DetailsPanel.tsx";
import { RecentWithdrawals } from "./RecentWithdrawals.tsx";
import { ReviewPanel } from "./ReviewPanel.tsx";
import { readSentBack } from "./sent-back.ts";
import { useSentBack, type GivenDetails } from "./SentBack.tsx";
import { useVerifiedAddresses } from "./VerifiedChoice.tsx";
import { useWithdrawal, type WithdrawStep } from "./use-withdrawal.ts";

type Terms = ApiAnswer<"getWithdrawalTerms">;
type Wallet = ApiAnswer<"getWallet">;

export function WithdrawPage() {
  const { deposit } = readSentBack(useLocation().search);
  return <WithdrawalPage key={deposit} depositId={deposit} />;
}

export function WithdrawalPage({ depositId }: { depositId: string | undefined }) {
  const terms = useQuery(apiQuery("getWithdrawalTerms"));
  const wallet = useQuery(apiQuery("getWallet"));
  const lock = useQuery(apiQuery("getAddressLock"));
  const sentBack = useSentBack(depositId);
  const isPending = terms.isPending || wallet.isPending || sentBack.isPending;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Loaded query={terms} lines={6}>
        {(someTerms) => (
          <Loaded
            query={{ ...wallet, data: sentBack.isPending ? undefined : wallet.data }}
            lines={6}
          >
            {(someWallet) => (
              <Withdraw
                terms={someTerms}
                wallet={someWallet}
                isOnlyVerified={lock.data?.isOn === true}
                given={sentBack.given}
                note={sentBack.note}
              />
            )}
          </Loaded>
        )}
      </Loaded>
      <div className={isPending ? "hidden" : undefined}>
        <RecentWithdrawals />
      </div>
    </div>
  );
}

function Withdraw({
  terms,
  wallet,
  isOnlyVerified,
  given,
  note,
}: {
  terms: Terms;
  wallet: Wallet;
  isOnlyVerified: boolean;
  given: GivenDetails | undefined;
  note: ReactNode;
}) {
  const verified = useVerifiedAddresses().data?.items;
  const availableSats = BigInt(wallet.availableSats);
  const limits = {
    network: terms.network,
    availableSats,
    feeSats: BigInt(terms.feeSats),
    marketSats: BigInt(terms.marketSats),
    minSats: BigInt(terms.minSats),
    // Use the balance instead of the maximum in the terms, which may be older than the balance on
    // the page.
    maxSats: terms.isOpen ? availableSats : 0n,
    askedSats: BigInt(terms.askedSats),
    // Until the list is loaded, only the server checks that the address is verified.
    onlyTo: isOnlyVerified ? verified?.map(({ address }) => address) : undefined,
    posted: terms.limits.map(({ method, ...limit }) => ({
      method,
      minSats: BigInt(limit.minSats),
      maxSats: BigInt(limit.maxSats),
      dailySats: BigInt(limit.dailySats),
      leftSats: BigInt(limit.leftSats),
    })),
  };
  const withdrawal = useWithdrawal(limits, terms.codeFrom, given);
  const centsPerBtc = centsPerBtcOf(terms.rateUsdPerBtc) ?? 0n;
  return (
    <div>
      <PageHead title={texts.title} end={<Steps current={withdrawal.step} />}>
        Available{" "}
        <span className="font-[550] text-fg">
          <Amount sats={wallet.availableSats} />
        </span>
        . {texts.promise} {texts.measured(terms.measuredSecondsMedian)}{" "}
        {texts.simulatedMeasured(terms.simulatedSecondsMedian)}
      </PageHead>
      <Notices terms={terms} wallet={wallet} isEmpty={withdrawal.limits.availableSats === 0n} />
      {note}
      {isOnlyVerified ? (
        <div className="mb-4">
          <Note>
            {texts.onlyVerified(verified?.length)}{" "}
            <Link {...paths.wallet}>{texts.onlyVerifiedChange}</Link>
          </Note>
        </div>
      ) : null}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <DetailsPanel
          withdrawal={withdrawal}
          limits={limits}
          centsPerBtc={centsPerBtc}
          methods={terms.methods}
          codeFrom={terms.codeFrom}
          closedReason={terms.isOpen ? undefined : shortReason(terms)}
        />
        <ReviewPanel
          withdrawal={withdrawal}
          limits={withdrawal.limits}
          centsPerBtc={centsPerBtc}
          expectedMinerFeeSats={bigOf(terms.expectedMinerFeeSats)}
          codeFrom={terms.codeFrom}
          hasAuthenticator={terms.hasAuthenticator}
          codeMinutes={terms.codeMinutes}
          reviewSats={BigInt(terms.reviewSats)}
          secondPersonSats={BigInt(terms.secondPersonSats)}
        />
      </div>
    </div>
  );
}

function shortReason({ lockedUntil, closedReason }: Terms): string {
  if (lockedUntil !== null) return texts.lockedTitle(fullText(new Date(lockedUntil)));
  return closedReason ?? texts.closedTitle;
}

function Notices(props: { terms: Terms; wallet: Wallet; isEmpty: boolean }) {
  const { terms, wallet, isEmpty } = props;
  if (!terms.isOpen) {
    return (
      <div className="mb-4">
        <Note kind="bad">
          {terms.lockedUntil === null ? (
            <>
              <strong>{texts.closedTitle}</strong> {terms.closedReason}
            </>
          ) : (
            <>
              <strong>{texts.lockedTitle(fullText(new Date(terms.lockedUntil)))}</strong>{" "}
              {texts.lockedText}
            </>
          )}
        </Note>
      </div>
    );
  }
  if (wallet.owedSats > 0) {
    return (
      <div className="mb-4">
        <Note kind="bad">
          <strong>
            <Amount sats={wallet.owedSats} /> is owed.
          </strong>{" "}
          {texts.owed}
        </Note>
      </div>
    );
  }
  if (!isEmpty) return null;
  return (
    <div className="mb-4">
      <Note>
        <strong>{texts.emptyTitle}.</strong> {texts.emptyText}{" "}
        <Link {...paths.deposit} className="reach">
          {texts.emptyAction}
        </Link>
      </Note>
    </div>
  );
}

const STEPS: readonly WithdrawStep[] = ["details", "review", "sent"];

function Steps(props: { current: WithdrawStep }) {
  return (
    <ol className="flex text-xs text-fg-2">
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={clsx(
            "flex items-center gap-[7px]",
            index > 0 &&
              "before:mx-2.5 before:h-px before:w-7 before:bg-line-strong max-md:before:mx-[7px] max-md:before:w-2.5",
            step === props.current && "font-semibold text-fg",
          )}
          aria-current={step === props.current ? "step" : undefined}
        >
          <span className={clsx("mono", step === props.current ? "text-accent" : "text-fg-3")}>
            {index + 1}
          </span>
          {texts.steps[index]}
        </li>
      ))}
    </ol>
  );
}

function bigOf(sats: number | null | undefined): bigint | null {
  return sats === null || sats === undefined ? null : BigInt(sats);
}
