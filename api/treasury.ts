/**
 * Routes for the platform's funds, obligations and reserves. They include the only transfer of
 * platform money that administrators can make, which is from the treasury to a fund.
 */
import { z } from "zod";
import { adminLimits as limits } from "./limits.ts";
import type { Api } from "./route.ts";
import { cents, sats, time, txidText } from "./values.ts";

const reason = z
  .string()
  .trim()
  .min(limits.reasonCharacters.min)
  .max(limits.reasonCharacters.max)
  .meta({ description: "stored permanently in the audit log" });

/**
 * A house account's balances in both assets. `isUsed` is false if no transfer ever used the
 * account.
 */
const houseAccount = z.object({ sats, cents, isUsed: z.boolean() });

const liability = z.object({
  name: z.string(),
  /** Number of open contracts, positions or other obligations of this kind. */
  open: z.int(),
  /** Users' coins held for this kind of obligation. */
  heldSats: sats,
  /** Total that the platform still has to pay for this kind of obligation. */
  owedSats: sats,
  /**
   * True if the amount is set aside in the reserve. Otherwise it is paid from the mining account
   * and the treasury.
   */
  isSetAside: z.boolean(),
  /** Why the offer is closed to new purchases. Null while it is sold. */
  closedReason: z.string().nullable(),
});

const treasury = z
  .object({
    at: time,
    house: z.object({
      treasury: houseAccount,
      mining: houseAccount,
      earnFunding: houseAccount,
      faucet: houseAccount,
      fees: houseAccount,
      receivable: houseAccount,
      forex: houseAccount,
      forexAdvance: houseAccount,
      forexLoss: houseAccount,
    }),
    liabilities: z.array(liability),
    reserve: z.object({
      /** Obligations that the reserve must cover. */
      promisedSats: sats,
      /** Coins in the reserve. Must equal `promisedSats`. */
      lockedSats: sats,
      /** Coins available for new positions. */
      freeSats: sats,
      /** Refill target of the fund. Spare treasury coins refill the fund up to this amount. */
      targetSats: sats,
    }),
    cover: z.object({
      /** All obligations that are not covered by the reserve. */
      owedSats: sats,
      /** Balance of the mining account, the treasury and the fees. */
      fundsSats: sats,
      solvencySats: sats,
      days: z.int(),
      /** Maximum that the platform may have to pay within `days`. */
      dueSats: sats,
      /** Balance of the mining account and the treasury. */
      atHandSats: sats,
      liquiditySats: sats,
      /** Maximum amount that can be moved while the platform stays solvent and liquid. */
      marginSats: sats,
      isCovered: z.boolean(),
    }),
    /** Clearing accounts of conversions. `rounding` collects fractions of a satoshi or cent. */
    conversion: z.object({ clearing: houseAccount, rounding: houseAccount }),
    /** Null until the chain watcher has read its first block. */
    wallet: z
      .object({
        /** On-chain coins according to the ledger. */
        bookedSats: sats,
        /** Confirmed unspent outputs of the node's wallet. */
        unspentSats: sats,
        /** Outputs on the chain that are not credited yet. */
        uncreditedSats: sats,
        /** Coins spent on the chain by payments that are not in the ledger yet. */
        inFlightSats: sats,
        /** Coins that the ledger no longer counts because a reorg removed their block. */
        outOfChainSats: sats,
        /** Difference at the last comparison. Null before the first comparison. */
        unexplainedSats: sats.nullable(),
        reconciledHeight: z.int().nullable(),
        reconciledAt: time.nullable(),
        pausedReason: z.string().nullable(),
      })
      .nullable(),
    /**
     * Deposits to addresses of deleted accounts, which belong to the treasury. `items` contains
     * only the newest.
     */
    left: z.object({
      count: z.int(),
      items: z.array(
        z.object({
          id: z.string(),
          txid: txidText,
          amountSats: sats,
          /** Id of the deleted account. */
          leftBy: z.string(),
          creditedAt: time,
        }),
      ),
    }),
    trialBalance: z.object({
      /**
       * Sums of all negative and all positive balances, in satoshis or cents. If the sums differ,
       * the ledger is wrong.
       */
      assets: z.array(
        z.object({
          asset: z.enum(["BTC", "USD"]),
          debits: sats,
          credits: sats,
          isBalanced: z.boolean(),
        }),
      ),
      classes: z.array(
        z.object({
          name: z.string(),
          asset: z.enum(["BTC", "USD"]),
          accounts: z.int(),
          transfers: sats.meta({ description: "total number of transfers" }),
          debits: sats,
          credits: sats,
        }),
      ),
    }),
  })
  .meta({ id: "Treasury" });

const fundingTargets = ["earn-funding", "mining"] as const;

export const treasuryApi = {
  getTreasury: {
    method: "GET",
    path: "/api/v1/admin/treasury",
    auth: "admin",
    readsStandby: true,
    summary:
      "Get reserves, funds, house accounts, node wallet compared with the ledger, and trial balance, all at one moment",
    response: treasury,
  },
  fundFromTreasury: {
    method: "POST",
    path: "/api/v1/admin/treasury/funding",
    auth: "admin",
    summary:
      "Move platform money from the treasury to a fund; needs a session with a second factor",
    movesMoney: true,
    body: z.strictObject({ target: z.enum(fundingTargets), amountSats: sats, reason }),
    response: z.object({ id: z.string(), target: z.enum(fundingTargets), amountSats: sats }),
  },
} as const satisfies Api;
