/**
 * Frequently asked questions. The answers describe this installation; times, fees and limits come
 * from the server.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { withdrawalLimits } from "../../../api/limits.ts";
import { apiQuery } from "../../data/api/query.ts";
import { useOutsideDelivery } from "../mailbox/use-outside-delivery.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { spanText } from "../../ui/time/time-text.ts";
import { Accordion } from "../../ui/layout/Accordion.tsx";
import { Amount } from "../../ui/figures/Amount.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { supportTexts } from "./strings.ts";

const { confirmationsRequired, codeDigits, codeMinutes } = withdrawalLimits;

export function Faq() {
  return (
    <Panel title={supportTexts.faq}>
      <Accordion items={ITEMS} />
    </Panel>
  );
}

const ITEMS = [
  {
    id: "withdrawal-time",
    question: "How long do withdrawals take?",
    answer: <WithdrawalTime />,
  },
  {
    id: "practice-coins",
    question: "Are these real bitcoins?",
    answer: (
      <>
        No. This installation runs on a test network of Bitcoin: transactions, blocks and
        confirmations are real, the coins have no value and cannot become money. You never pay
        anything. The faucet on <Link {...paths.deposit}>Deposit</Link> gives you up to{" "}
        <FaucetADay /> of test coins a day.
      </>
    ),
  },
  {
    id: "deposits",
    question: "When does a deposit arrive?",
    answer: (
      <>
        It is shown as soon as the node sees the transaction, and credited after{" "}
        {confirmationsRequired} confirmations, that is blocks. If a reorganisation of the chain
        removes its block, the credit is taken back by an entry that you can see in your{" "}
        <Link {...paths.history}>History</Link>.
      </>
    ),
  },
  {
    id: "withdrawal-safety",
    question: "What protects my withdrawals?",
    answer: (
      <>
        Each one needs a {codeDigits}-digit code that is sent to you; a code works for one
        withdrawal and expires after {codeMinutes} minutes. With an authenticator app it is the code
        of the app instead, with a passkey your device asks for that. Amount and address are fixed
        when you review them. A key for programs asks for no code: if you let one withdraw, it does
        so only to addresses that you verified a day ago or earlier. Until it is signed you can
        cancel a withdrawal. More under <Link {...paths.twoFactor}>Two-Factor Auth</Link> and{" "}
        <Link {...paths.keys}>API Keys</Link>.
      </>
    ),
  },
  {
    id: "withdrawal-fee",
    question: "What does a withdrawal cost?",
    answer: (
      <>
        <PostedFee /> It is taken from the amount, so what arrives is the amount less the fee; you
        see both before you confirm.
      </>
    ),
  },
  {
    id: "seed-phrase",
    question: "Will you ever ask for my seed phrase?",
    answer: (
      <>
        Never. No page, message or person of this installation asks for a seed phrase or a private
        key, and what you type is not sent when a phrase is in it. Whoever knows your phrase owns
        your coins: anybody who asks for it wants to steal them. Your password is asked for by pages
        of this site alone: when you sign up or log in, in a security check, and when you change or
        reset it. No message and no person asks for it.
      </>
    ),
  },
  {
    id: "mining-pay",
    question: "How is mining pay worked out?",
    answer: (
      <>
        From your hash rate, the reference difficulty and the time mining was on, in whole satoshis;
        each payout lists its inputs, so you can check it. At today's values a contract is often
        expected to bring in less than it costs. The result and the break-even price stand on{" "}
        <Link {...paths.purchasePower}>Cloud Mining</Link> before you buy.
      </>
    ),
  },
  {
    id: "stakes",
    question: "Who pays for stakes and investments?",
    answer: (
      <>
        This house does, from its own test coins. Bitcoin has no staking yield: nothing on the chain
        pays it. A product is sold only while the house can set the whole promised payout aside; if
        it cannot, it takes no new money. With real coins, ask every provider the same question.
      </>
    ),
  },
  {
    id: "codes",
    question: "Where do codes and notices arrive?",
    answer: (
      <>
        <WhereMessagesArrive /> What is sent you choose in <Link {...paths.settings}>Settings</Link>
        ; security codes are always sent.
      </>
    ),
  },
];

function WhereMessagesArrive() {
  const { areMailed = false, areTexted = false } = useOutsideDelivery();
  const mailbox = <Link {...paths.mailbox}>Mailbox</Link>;
  if (areMailed)
    return (
      <>
        By e-mail{areTexted ? " and SMS" : ""}; a copy without codes and links is in your {mailbox}{" "}
        in this app.
      </>
    );
  return areTexted ? (
    <>
      SMS arrive on your phone. No mail server is connected: e-mails are in your {mailbox} in this
      app.
    </>
  ) : (
    <>While no mail server and no SMS gateway are connected, in your {mailbox} in this app.</>
  );
}

function WithdrawalTime() {
  const terms = useQuery(apiQuery("getWithdrawalTerms"));
  const seconds = terms.data?.measuredSecondsMedian;
  return (
    <>Most withdrawals take 1-2 hours and large ones up to 24 hours. {measuredText(seconds)}</>
  );
}

function measuredText(seconds: number | null | undefined): string {
  if (seconds === undefined) return "";
  if (seconds === null) return "Measured on this installation: none completed yet.";
  return `Measured on this installation: ${spanText(seconds)}, median from request to Completed.`;
}

function FaucetADay() {
  const { data } = useQuery(apiQuery("getFaucet"));
  return data === undefined ? <>some</> : <Amount sats={data.dailySats} unit="BTC" />;
}

function PostedFee() {
  const { data } = useQuery(apiQuery("getWithdrawalTerms"));
  if (data === undefined) return <>The network fee that Withdraw shows.</>;
  const fee = <Amount sats={data.feeSats} unit="BTC" />;
  const market =
    data.marketSats === 0 ? null : (
      <>
        {" "}
        On the chain <Amount sats={data.marketSats} unit="BTC" /> more, while miners ask for more
        than that covers.
      </>
    );
  return (
    <>
      {data.feeIsEstimated
        ? "The network fee that the node estimates, now "
        : "The posted network fee of "}
      {fee}.{market}{" "}
      {data.expectedMinerFeeSats === null ? (
        "The miner gets a part of it; the operator keeps the rest."
      ) : (
        <>
          Of it the miner now gets about <Amount sats={data.expectedMinerFeeSats} unit="BTC" />; the
          operator keeps the rest.
        </>
      )}
    </>
  );
}
