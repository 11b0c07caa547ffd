/**
 * Frequently asked questions. The answers describe this installation, so times, fees and limits are
 * loaded from the server.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { useOutsideDelivery } from "../mailbox/use-outside-delivery.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { spanText } from "../../ui/time/time-text.ts";
import { Accordion } from "../../ui/layout/Accordion.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Sentence } from "../../ui/layout/Sentence.tsx";
import { faqTexts as texts, supportTexts } from "./strings.ts";

export function Faq() {
  return (
    <Panel title={supportTexts.faq}>
      <Accordion items={ITEMS} />
    </Panel>
  );
}

type Page = keyof typeof texts.pages;

const LINKS = Object.fromEntries(
  Object.entries(texts.pages).map(([page, label]) => [
    page,
    <Link key={page} {...paths[page as Page]}>
      {label}
    </Link>,
  ]),
);

function Answer({ text, parts }: { text: string; parts?: Readonly<Record<string, ReactNode>> }) {
  return <Sentence text={text} parts={{ ...LINKS, ...parts }} />;
}

const ITEMS = [
  {
    id: "withdrawal-time",
    question: texts.withdrawalTime.question,
    answer: <WithdrawalTime />,
  },
  {
    id: "practice-coins",
    question: texts.practiceCoins.question,
    answer: (
      <>
        {texts.practiceCoins.answer} <FaucetADay />
      </>
    ),
  },
  {
    id: "deposits",
    question: texts.deposits.question,
    answer: <Answer text={texts.deposits.answer} />,
  },
  {
    id: "withdrawal-safety",
    question: texts.withdrawalSafety.question,
    answer: <Answer text={texts.withdrawalSafety.answer} />,
  },
  {
    id: "withdrawal-fee",
    question: texts.withdrawalFee.question,
    answer: (
      <>
        <PostedFee /> {texts.withdrawalFee.deducted}
      </>
    ),
  },
  {
    id: "seed-phrase",
    question: texts.seedPhrase.question,
    answer: texts.seedPhrase.answer,
  },
  {
    id: "mining-pay",
    question: texts.miningPay.question,
    answer: <Answer text={texts.miningPay.answer} />,
  },
  {
    id: "stakes",
    question: texts.stakes.question,
    answer: texts.stakes.answer,
  },
  {
    id: "codes",
    question: texts.codes.question,
    answer: (
      <>
        <WhereMessagesArrive /> <Answer text={texts.codes.choice} />
      </>
    ),
  },
];

function WhereMessagesArrive() {
  const { areMailed = false, areTexted = false } = useOutsideDelivery();
  const { byMail, byMailAndSms, bySms, inMailbox } = texts.codes;
  if (areMailed) return <Answer text={areTexted ? byMailAndSms : byMail} />;
  return <Answer text={areTexted ? bySms : inMailbox} />;
}

function WithdrawalTime() {
  const terms = useQuery(apiQuery("getWithdrawalTerms"));
  const seconds = terms.data?.measuredSecondsMedian;
  return (
    <>
      {texts.withdrawalTime.answer} {measuredText(seconds)}
    </>
  );
}

function measuredText(seconds: number | null | undefined): string {
  if (seconds === undefined) return "";
  if (seconds === null) return texts.withdrawalTime.notMeasured;
  return texts.withdrawalTime.measured(spanText(seconds));
}

function FaucetADay() {
  const { data } = useQuery(apiQuery("getFaucet"));
  const { faucet, faucetLoading } = texts.practiceCoins;
  if (data === undefined) return <Answer text={faucetLoading} />;
  return <Answer text={faucet} parts={{ amount: <Amount sats={data.dailySats} unit="BTC" /> }} />;
}

function PostedFee() {
  const { data } = useQuery(apiQuery("getWithdrawalTerms"));
  const { loading, estimated, posted, market, minerGets, minerGetsPart } = texts.withdrawalFee;
  if (data === undefined) return <>{loading}</>;
  const { feeIsEstimated, feeSats, marketSats, expectedMinerFeeSats: minerSats } = data;
  const parts = {
    fee: <Amount sats={feeSats} unit="BTC" />,
    market: <Amount sats={marketSats} unit="BTC" />,
    miner: <Amount sats={minerSats ?? 0} unit="BTC" />,
  };
  const sentences = [
    feeIsEstimated ? estimated : posted,
    ...(marketSats === 0 ? [] : [market]),
    minerSats === null ? minerGetsPart : minerGets,
  ];
  return <Sentence text={sentences.join(" ")} parts={parts} />;
}
