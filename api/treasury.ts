/**
 * What the house holds, owes and set aside, and the one way an administrator moves house money:
 * from the treasury to a fund.
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

/** A house account in both assets; `isUsed` false: no transfer ever touched it. */
const houseAccount = z.object({ sats, cents, isUsed: z.boolean() });

const liability = z.object({
  name: z.string(),
  /** How many are open. */
  open: z.int(),
  /** Coins of users that it holds. */
  heldSats: sats,
  /** Everything the house will still pay for it. */
  owedSats: sats,
  /** It lies in the reserve; else it is paid from mining and treasury. */
  isSetAside: z.boolean(),
  /** Why no more of it is sold; null: it is. */
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
      /** What of it lies in the reserve. */
      promisedSats: sats,
      /** What the reserve holds: it must equal what is promised. */
      lockedSats: sats,
      /** Free to be promised. */
      freeSats: sats,
      /** The fund fills itself up to here from spare coins of the treasury. */
      targetSats: sats,
    }),
    cover: z.object({
      /** Everything owed that is not set aside. */
      owedSats: sats,
      /** Mining account, treasury and fees. */
      fundsSats: sats,
      solvencySats: sats,
      days: z.int(),
      /** The most that may have to be paid in those days. */
      dueSats: sats,
      /** Mining account and treasury. */
      atHandSats: sats,
      liquiditySats: sats,
      /** What neither rule needs. */
      marginSats: sats,
      isCovered: z.boolean(),
    }),
    /** Both sides of conversions meet here; rounding keeps what is below a satoshi or cent. */
    conversion: z.object({ clearing: houseAccount, rounding: houseAccount }),
    /** Null before the chain watcher's first block. */
    wallet: z
      .object({
        /** What the books say is ours on the chain. */
        bookedSats: sats,
        /** Unspent outputs of the node's wallet in the chain. */
        unspentSats: sats,
        /** In the chain, not yet credited. */
        uncreditedSats: sats,
        /** Left in the chain, still in the books. */
        inFlightSats: sats,
        /** Out of the books, their block was undone. */
        outOfChainSats: sats,
        /** Of the last comparison; null before it. */
        unexplainedSats: sats.nullable(),
        reconciledHeight: z.int().nullable(),
        reconciledAt: time.nullable(),
        pausedReason: z.string().nullable(),
      })
      .nullable(),
    /** Deposits to addresses of deleted accounts, which the treasury has; the newest of them. */
    left: z.object({
      count: z.int(),
      items: z.array(
        z.object({
          id: z.string(),
          txid: txidText,
          amountSats: sats,
          /** The account that was deleted. */
          leftBy: z.string(),
          creditedAt: time,
        }),
      ),
    }),
    trialBalance: z.object({
      /**
       * Balances below zero and above zero, in satoshis or cents; equal, or the books are broken.
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
          transfers: sats.meta({ description: "transfers that ever touched them" }),
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
      "Reserves, funds, house accounts, node wallet against books, trial balance: one moment of the books",
    response: treasury,
  },
  fundFromTreasury: {
    method: "POST",
    path: "/api/v1/admin/treasury/funding",
    auth: "admin",
    summary: "Move house money from the treasury to a fund; needs a session with a second factor",
    movesMoney: true,
    body: z.strictObject({ target: z.enum(fundingTargets), amountSats: sats, reason }),
    response: z.object({ id: z.string(), target: z.enum(fundingTargets), amountSats: sats }),
  },
} as const satisfies Api;
