/** Copies, coins, fees and payments under way, for administrators. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { sats, time, txidText } from "./values.ts";
import { withdrawalState } from "./wallet-shapes.ts";

const purpose = z.enum(["user", "faucet"]);

const openState = withdrawalState.exclude([
  "completed",
  "rejected",
  "cancelled",
  // Of simulated payouts, which wait for nothing on the chain.
  "processing",
  "sent",
]);

const copy = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  /** Another process works, and its data folder has them. */
  z.object({ state: z.literal("elsewhere") }),
  z.object({ state: z.literal("unreadable") }),
  z.object({
    state: z.literal("made"),
    createdAt: time,
    provedAt: time,
    folder: z.string(),
    bytes: z.int(),
    ageSeconds: z.int(),
    isOld: z.boolean(),
  }),
]);

/** Of unspent coins of the wallet, in blocks. Groups without a coin are left out. */
const coins = z.object({
  sums: z.array(
    z.object({
      kind: z.enum(["deposit", "change", "coinbase"]),
      standing: z.enum(["spendable", "last", "young", "reserved"]),
      count: z.int(),
      sats,
    }),
  ),
  smallestSats: sats.nullable(),
  largestSats: sats.nullable(),
  /** Cost more to spend than they are worth; null without a fee rate. */
  small: z.object({ count: z.int(), sats }).nullable(),
});

const fee = z.object({
  /** Null: the node does not answer. */
  rate: z.object({ satsPerKvb: sats, isEstimated: z.boolean(), isTooHigh: z.boolean() }).nullable(),
  mempoolCount: z.int().nullable(),
  usualVirtualBytes: sats.meta({ description: "of one coin to one address, with change" }),
  usualSats: sats.nullable(),
  inputSats: sats.nullable(),
  /** What a user pays now, and what comes on top while miners ask for more. */
  feeSats: sats,
  marketSats: sats,
  coveredSatsPerVb: sats,
});

/** The house's own coins to itself: only the miner's fee leaves, which the house pays. */
const selfTransfers = z.object({
  consolidation: z.object({
    /** Why small coins are not joined now; `ready` when they are to be. */
    state: z.enum(["off", "paused", "no_rate", "too_dear", "few_coins", "under_way", "ready"]),
    rateMaxSatsPerVb: sats,
    smallBelowSats: sats,
    count: z.int(),
    coinsMin: sats,
  }),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["consolidation", "child", "abandonment"]),
      /** Of the payment that it brings in or gives up; null for coins that are joined. */
      withdrawalId: z.string().nullable(),
      state: z.enum([
        "chosen",
        "signed",
        "broadcast",
        "in_mempool",
        "confirming",
        "completed",
        "conflicted",
        "abandoned",
      ]),
      txid: txidText,
      coins: z.int(),
      amountSats: sats,
      minerFeeSats: sats,
      virtualSize: z.int(),
      chosenAt: time,
      confirmations: z.int(),
      lastAnswer: z.string().nullable(),
    }),
  ),
});

export const operationsApi = {
  getOperations: {
    method: "GET",
    path: "/api/v1/admin/operations",
    auth: "admin",
    summary: "The last copy, the wallet's coins, fees now, and what waits and why",
    response: z.object({
      at: time,
      copy,
      coins,
      fee,
      /** Why no payment is signed now; null while they are. */
      pausedReason: z.string().nullable(),
      waiting: z.array(
        z.object({
          purpose,
          state: openState,
          waitingReason: z.string().nullable(),
          heldBackFor: z.enum(["debt", "disabled", "own_spend"]).nullable(),
          count: z.int(),
          sats,
          oldestAt: time,
        }),
      ),
      unmined: z.object({
        /** Of all; the items are the oldest of them. */
        count: z.int(),
        items: z.array(
          z.object({
            id: z.string(),
            purpose,
            state: withdrawalState.extract(["signed", "broadcast", "in_mempool"]),
            txid: txidText,
            paysCount: z.int(),
            minerFeeSats: sats,
            virtualSize: z.int(),
            signedAt: time,
            sentAt: time.nullable(),
            sendCount: z.int(),
            lastAnswer: z.string().nullable(),
            nextSendAt: time.nullable(),
            /** What is done about it now. */
            attempt: z.enum(["child", "abandonment"]).nullable(),
          }),
        ),
      }),
      selfTransfers,
      deposits: z.array(z.object({ isInBlock: z.boolean(), count: z.int(), sats, oldestAt: time })),
    }),
  },
} as const satisfies Api;
