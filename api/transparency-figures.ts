/** Figures of the transparency page, as published without a session. */
import { z } from "zod";
import { reserves } from "./transparency-shapes.ts";
import { cents, decimal, sats, time, txidText } from "./values.ts";

/** Kinds of terms that concern users. Operational settings are not public. */
export const PUBLIC_TERM_KINDS = [
  "plan",
  "item",
  "fixedInvestment",
  "flexibleInvestment",
  "staking",
  "withdrawal",
  "faucet",
  "fee",
  "forexDesk",
  "forexInterest",
  "forexMajorPair",
  "forexPair",
  "poolPay",
] as const;

export const incident = z
  .object({
    id: z.string(),
    kind: z.enum([
      "withdrawals_locked",
      "books_broken",
      "coins_differ",
      "chain_halted",
      "pay_paused",
      "reorg",
      "restored",
      "price_gap",
      "outage",
    ]),
    detail: z.string(),
    startedAt: time,
    /** Null while the incident lasts. */
    endedAt: time.nullable(),
  })
  .meta({ id: "Incident" });

const verdict = z.enum(["green", "red", "unknown"]).meta({
  description:
    "green: the ledger was verified within five minutes, sums to zero and matches the coins on the chain; red: an error was found; unknown: not verified recently, payments wait for an administrator, the node is on another chain, or the newest proof is unsigned",
});

const accountClass = z.object({
  /** `users:available`, `users:held` or the account's name. */
  name: z.string(),
  asset: z.enum(["BTC", "USD"]),
  accounts: z.int(),
  /** In satoshis or cents. Positive amounts are owed to the account's owner. */
  balance: sats.meta({ description: "whole satoshis or cents" }),
});

const product = z.object({
  name: z.string(),
  /** Number of open holdings. */
  open: z.int(),
  /** Users' coins that are invested in the product. */
  heldSats: sats,
  /** Amount that the platform still has to pay for open holdings. */
  owedSats: sats,
  /**
   * True if `owedSats` is set aside in the product's own reserve. Otherwise it is paid from the
   * mining account and the treasury.
   */
  isSetAside: z.boolean(),
  /** Why the product is not sold. Null while it is sold. */
  closedReason: z.string().nullable(),
});

export const transparency = z
  .object({
    at: time,
    network: z.string(),
    verdict,
    /** The verdict as one sentence, with its time and block. */
    sentence: z.string(),
    /** Newest block that the wallet has read. Null before the first one. */
    block: z
      .object({
        height: z.int(),
        hash: z.string(),
        minedAt: time,
      })
      .nullable(),
    /** Root of the newest proof of liabilities. Null while no proof is published. */
    root: z.string().nullable(),
    ledger: z.object({
      /** End of the newest verification. Null before the first one. */
      verifiedAt: time.nullable(),
      /** End of the newest verification of every transfer since the beginning. */
      wholeVerifiedAt: time.nullable(),
      /** False if a verification found an error. Null before the first verification. */
      isWhole: z.boolean().nullable(),
      /** Sum of all balances. Anything but zero is an error. */
      sumSats: sats,
      sumCents: cents,
      classes: z.array(accountClass),
    }),
    /**
     * Coins compared with the ledger: hot + cold + in flight - out of chain - not credited =
     * booked. Null until the wallet has read its first block.
     */
    coins: z
      .object({
        /** Unspent outputs of the node's wallet. */
        hotSats: sats,
        /** Unspent outputs of the cold wallet. */
        coldSats: sats,
        /** Coins spent on the chain by payments that are not in the ledger yet. */
        inFlightSats: sats,
        /** Payments that left the ledger and whose block a reorg removed. */
        outOfChainSats: sats,
        /** Outputs on the chain that are not credited yet. */
        uncreditedSats: sats,
        /** Coins on the chain according to the ledger. */
        bookedSats: sats,
        /** Booked coins minus the sum of the other terms. */
        differenceSats: sats,
      })
      .nullable(),
    /** The coins of the newest proof. Null while there is no proof. */
    reserves: reserves
      .extend({
        /** Coins in hot outputs that the signer has signed for. */
        signedHotSats: sats,
        cold: z.object({
          /** Coins in outputs that key holders signed for within 31 days. */
          signedSats: sats,
          /** When the key holders had signed for all cold outputs. Null until then. */
          signedAt: time.nullable(),
          /** True if some cold outputs have no signature of the last 31 days. */
          isDue: z.boolean(),
        }),
      })
      .nullable(),
    /** Why withdrawals are paused. Null while they are not. */
    withdrawalsPaused: z.string().nullable(),
    /** Why payments by time are paused. Null while they are not. */
    payPaused: z.string().nullable(),
    products: z.array(product),
    cover: z.object({
      /** Obligations that no reserve covers. */
      owedSats: sats,
      /** Balance of the mining account, the treasury and the fees. */
      fundsSats: sats,
      isCovered: z.boolean(),
    }),
    hashRate: z.object({
      /** Hash rate of all running contracts, boosts and rigs. */
      soldThs: decimal,
      /** Part of `soldThs` that is paid now, because its owner has mining switched on. */
      modelledThs: decimal,
      /** Measured from users' shares of the last hour. Null if there were none. */
      measuredThs: decimal.nullable(),
      isPoolMonitored: z.boolean(),
    }),
    forex: z.object({
      source: z.enum(["practice", "oanda"]),
      isOpen: z.boolean(),
      /** The platform's result of closed positions. Users' gains are the platform's loss. */
      resultCents: cents,
      /** The platform's result if all open positions were closed now. Null without prices. */
      openResultCents: cents.nullable(),
      totalResultCents: cents.nullable(),
      openPositions: z.int(),
      /** The platform's position in each currency, valued in US cents. Positive means long. */
      exposure: z.array(z.object({ currency: z.string(), cents })),
      /** Null for fewer than 20 accounts. */
      losingAccountsPercent12m: decimal.nullable(),
      countedAccounts12m: z.int(),
    }),
    /** The last 20 withdrawals of users, newest first. */
    withdrawals: z.array(
      z.object({ at: time, txid: txidText, confirmations: z.int(), amountSats: sats }),
    ),
    reference: z.object({
      rateUsdPerBtc: decimal,
      difficulty: decimal,
      subsidySats: sats,
      feesSats: sats,
      poolFeePercent: decimal,
      usdPerKwh: decimal,
      boostUsdPerThsDay: decimal,
      validFrom: time,
      source: z.string(),
    }),
    terms: z.array(
      z.object({
        kind: z.enum(PUBLIC_TERM_KINDS),
        subject: z.string(),
        name: z.string(),
        values: z.record(z.string(), z.string()),
        validFrom: time,
        source: z.string(),
      }),
    ),
    /** Newest incidents, newest first. */
    incidents: z.array(incident),
  })
  .meta({ id: "Transparency" });
