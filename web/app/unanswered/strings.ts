/** UI strings about money requests whose response was lost. */
import type { RouteName } from "../../../api/paths.ts";
import { paths } from "../../ui/navigation/paths.ts";

const adminWithdrawals = { noun: "Decision about a stuck payment", to: paths.adminWithdrawals };
const order = { noun: "Forex order", to: paths.forex };
const replayOrder = { noun: "Replay order", to: paths.forexReplays };

/** Noun for each request that moves money, and the page that lists its result. */
export const requestNames: Readonly<
  Partial<Record<RouteName, { readonly noun: string; readonly to: { readonly to: string } }>>
> = {
  createWithdrawal: { noun: "Withdrawal", to: paths.withdraw },
  bumpWithdrawal: { noun: "Higher fee for a withdrawal", to: paths.withdraw },
  requestFaucet: { noun: "Request for test coins", to: paths.deposit },
  buyContract: { noun: "Purchase of a mining plan", to: paths.mining },
  buyBoost: { noun: "Purchase of a boost", to: paths.mining },
  placeOrder: { noun: "Hardware order", to: paths.hardware },
  sellRig: { noun: "Sale of a rig", to: paths.hardware },
  openStake: { noun: "Stake", to: paths.staking },
  openInvestment: { noun: "Investment", to: paths.invest },
  exitPosition: { noun: "Exit from a position", to: paths.invest },
  transferForexFunds: { noun: "Transfer to or from Forex", to: paths.forex },
  placeForexOrder: order,
  replaceForexOrder: { ...order, noun: "Change of a Forex order" },
  cancelForexOrder: { ...order, noun: "Cancellation of a Forex order" },
  closeForexTrade: { ...order, noun: "Closing of a Forex trade" },
  changeForexTradeOrders: { ...order, noun: "Change of a Forex trade's exits" },
  closeForexPosition: { ...order, noun: "Closing of a Forex position" },
  closeAllForexPositions: { ...order, noun: "Closing of all Forex positions" },
  startForexSeason: { ...order, noun: "Start of a new Forex season" },
  startReplay: { noun: "Start of a replay", to: paths.forexReplays },
  placeReplayOrder: replayOrder,
  replaceReplayOrder: { ...replayOrder, noun: "Change of a replay order" },
  cancelReplayOrder: { ...replayOrder, noun: "Cancellation of a replay order" },
  closeReplayTrade: { ...replayOrder, noun: "Closing of a trade in a replay" },
  changeReplayTradeOrders: { ...replayOrder, noun: "Change of a trade's exits in a replay" },
  closeReplayPosition: { ...replayOrder, noun: "Closing of a position in a replay" },
  closeAllReplayPositions: { ...replayOrder, noun: "Closing of all positions in a replay" },
  fundFromTreasury: { noun: "Funding from the treasury", to: paths.adminDashboard },
  proposeAdjustment: { noun: "Proposed adjustment", to: paths.adminAdjustments },
  proposeColdReturn: { noun: "Proposed return of coins", to: paths.adminDashboard },
  importColdReturn: { noun: "Import of a return of coins", to: paths.adminDashboard },
  resumePayments: { noun: "Resumption of payments", to: paths.adminDashboard },
  bumpWithdrawalForHouse: adminWithdrawals,
  bringInByChild: adminWithdrawals,
  giveUpPayment: adminWithdrawals,
};

export const unansweredTexts = {
  label: "Requests without an answer",
  sent: (noun: string, details: string, time: string) =>
    `${noun}${details === "" ? "" : ` (${details})`}, sent ${time}:`,
  checking: "The answer was lost. We are checking what happened.",
  running: "The server is still working on it.",
  unreachable: "The answer was lost, and the server is not responding now.",
  unknown:
    "The server has not received it. If you send it again with the same details, it is carried out only once.",
  done: "The answer was lost, but the request was carried out. Close this notice before you send the same request again.",
  refused: (title: string, text: string) => `It was refused. ${title}: ${text}`,
  check: "Check again",
  open: "Open the page",
  dismiss: "Close this notice",
} as const;
