/** Administrators' routes for backups, coins, fees and pending payments. */
import { z } from "zod";
import type { Api } from "./route.ts";
import { sats, time, txidText } from "./values.ts";
import { withdrawalState } from "./wallet-shapes.ts";

const purpose = z.enum(["user", "faucet"]);

const openState = withdrawalState.exclude([
  "completed",
  "rejected",
  "cancelled",
  // Only simulated payouts have this state, because they do not wait for the chain.
  "processing",
  "sent",
]);

const copy = z.discriminatedUnion("state", [
  z.object({ state: z.literal("none") }),
  /** The workers run in another process, whose data folder contains the backups. */
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

/** Free space of the data folder's disk and growth of the database. */
const disk = z.object({
  /** Null if the system does not report the disk's space. */
  freeBytes: z.int().nullable(),
  totalBytes: z.int().nullable(),
  databaseBytes: z.int(),
  /** Average growth over the last seven days. Null until a day has been measured. */
  databaseBytesPerDay: z.int().nullable(),
  forecast: z.discriminatedUnion("state", [
    z.object({ state: z.literal("not_monitored") }),
    /** Less than a day has been measured. */
    z.object({ state: z.literal("too_early") }),
    z.object({ state: z.literal("not_filling") }),
    /** Days until only the reserve is free, if the last seven days' trend continues. */
    z.object({ state: z.literal("filling"), fullInDays: z.int() }),
  ]),
});

/** Age in blocks of the wallet's unspent coins. Groups without coins are omitted. */
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
  /** Coins that cost more in fees to spend than they are worth. Null without a fee rate. */
  small: z.object({ count: z.int(), sats }).nullable(),
});

const fee = z.object({
  /** Null if the node is not responding. */
  rate: z.object({ satsPerKvb: sats, isEstimated: z.boolean(), isTooHigh: z.boolean() }).nullable(),
  mempoolCount: z.int().nullable(),
  usualVirtualBytes: sats.meta({
    description: "virtual bytes of a payment that spends one coin, pays one address and has change",
  }),
  usualSats: sats.nullable(),
  inputSats: sats.nullable(),
  /** Current withdrawal fee, without the surcharge. */
  feeSats: sats,
  /** Surcharge while miners demand more than the withdrawal fee covers. */
  marketSats: sats,
  coveredSatsPerVb: sats,
});

/** Transfers of the platform's own coins to itself. The platform pays the miner's fee. */
const selfTransfers = z.object({
  consolidation: z.object({
    /** `ready` if small coins will be consolidated. Any other value states why they will not. */
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
      /** The withdrawal that this transaction speeds up or abandons. Null for a consolidation. */
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
    summary:
      "Get the last backup, the wallet's coins, current fees, and pending payments with reasons",
    response: z.object({
      at: time,
      copy,
      disk,
      coins,
      fee,
      /** Why no payment is signed now. Null while payments are signed. */
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
        /** Total number of pending payments. `items` contains only the oldest. */
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
            /** The action that is in progress for this payment. */
            attempt: z.enum(["child", "abandonment"]).nullable(),
          }),
        ),
      }),
      selfTransfers,
      deposits: z.array(z.object({ isInBlock: z.boolean(), count: z.int(), sats, oldestAt: time })),
    }),
  },
} as const satisfies Api;
