/**
 * Reads the figures of the transparency page. Everything about coins and balances is read in one
 * snapshot, so that a reader can repeat the additions.
 */
import type { z } from "zod";
import type { transparencyApi } from "#api/transparency";
import { PUBLIC_TERM_KINDS } from "#api/transparency-figures";
import { termTexts, type TermKind } from "#economics";
import { hoursAt, losingAccounts, viewOperatorResult, type ForexMarket } from "#forex";
import { accountClasses, readVerdict, type AccountClass, type Asset } from "#ledger";
import { activeHashRate, soldHashRate } from "#mining";
import { minersFigures } from "#pool";
import {
  listIncidents,
  payGateState,
  type Clock,
  type Database,
  type DatabaseTransaction,
  type Incident,
} from "#platform";
import {
  countCover,
  liabilitiesOf,
  referenceValuesAt,
  type TermsTables,
  type Treasury,
} from "#treasury";
import { chainStatus, coinsAndBooks, explainedSats, recentWithdrawals } from "#wallet";
import { presentReference } from "./log/present-reference.ts";
import { newestProof } from "./proofs/proofs-table.ts";
import { readReservesFigures } from "./proofs/reserves-figures.ts";
import { verdictOf } from "./verdict.ts";

export interface TransparencyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: string;
  readonly treasury: Treasury;
  readonly terms: TermsTables;
  readonly market: Pick<ForexMarket, "clock" | "feed">;
  /** Returns an SQL query for the ids of users who were anonymous since the given SQL parameter. */
  readonly uncountedSince: (since: string) => string;
}

export type Transparency = z.output<(typeof transparencyApi)["getTransparency"]["response"]>;

const WITHDRAWALS = 20;
const INCIDENTS = 20;
/** Every account counts, because the platform owes anonymous users as well. */
const NOBODY = "select null::uuid where false";

export async function readTransparency(deps: TransparencyDeps): Promise<Transparency> {
  const { database, clock, network } = deps;
  const now = clock.now();
  const books = await readBooks(deps, now);
  const [forex, hashRate, withdrawals, incidents, gate, terms] = await Promise.all([
    readForex(deps),
    readHashRate(database, now),
    recentWithdrawals(database, WITHDRAWALS),
    listIncidents(database, { limit: INCIDENTS }),
    payGateState(database),
    readTerms(database, deps.terms),
  ]);
  return {
    at: now,
    network,
    ...books,
    root: (await newestProof(database))?.digest.toString("hex") ?? null,
    payPaused: gate.closedReason,
    hashRate,
    forex,
    withdrawals,
    reference: await readReference(database, now),
    terms,
    incidents: incidents.map(presentIncident),
  };
}

function readBooks({ database, treasury }: TransparencyDeps, now: Date) {
  return database.transaction(async (tx) => {
    await tx.query("set transaction isolation level repeatable read, read only");
    const classes = await accountClasses(tx);
    const ledger = await readVerdict(tx);
    const chain = await chainStatus(tx);
    const coins = chain ? await readCoins(tx) : null;
    const sumSats = sumOf(classes, "BTC");
    const sumCents = sumOf(classes, "USD");
    const differenceSats = coins?.differenceSats ?? null;
    const { owedSats, fundsSats, marginSats } = await countCover(tx, treasury, now);
    const reserves = await readReservesFigures(tx, now);
    return {
      ...verdictOf({ now, ledger, sumSats, sumCents, chain, differenceSats, reserves }),
      reserves,
      block: chain ? { height: chain.height, hash: chain.hash, minedAt: chain.minedAt } : null,
      ledger: {
        verifiedAt: ledger.decidedAt,
        wholeVerifiedAt: ledger.wholeDecidedAt,
        isWhole: ledger.decidedAt === null ? null : ledger.problem === null,
        sumSats,
        sumCents,
        classes: classes.map(presentClass),
      },
      coins,
      withdrawalsPaused: chain?.pausedReason ?? null,
      products: await liabilitiesOf(tx, treasury, now).then((all) => [...all]),
      cover: { owedSats, fundsSats, isCovered: marginSats >= 0n },
    };
  });
}

async function readCoins(tx: DatabaseTransaction) {
  const coins = await coinsAndBooks(tx);
  return { ...coins, differenceSats: coins.bookedSats - explainedSats(coins) };
}

const balanceOf = ({ credits, debits }: AccountClass) => credits - debits;

function sumOf(classes: readonly AccountClass[], wanted: Asset): bigint {
  return classes
    .filter(({ asset }) => asset === wanted)
    .reduce((sum, one) => sum + balanceOf(one), 0n);
}

function presentClass(one: AccountClass) {
  return { name: one.name, asset: one.asset, accounts: one.accounts, balance: balanceOf(one) };
}

async function readForex({ database, market, uncountedSince }: TransparencyDeps) {
  const { clock, feed } = market;
  const now = clock.now();
  const quotes = await feed.valuedAt(now.getTime());
  const [result, losing] = await Promise.all([
    viewOperatorResult({ database, clock, feed }),
    losingAccounts(database, { now, quotes, uncountedSince }),
  ]);
  return {
    source: feed.source,
    isOpen: hoursAt(now.getTime()).isOpen,
    resultCents: result.resultCents,
    openResultCents: result.openResultCents,
    totalResultCents: result.totalResultCents,
    openPositions: result.openPositions,
    exposure: [...result.exposure],
    losingAccountsPercent12m: losing.losingAccountsPercent12m,
    countedAccounts12m: losing.countedAccounts12m,
  };
}

async function readHashRate(database: Database, now: Date) {
  const [soldThs, modelledThs, measured] = await Promise.all([
    soldHashRate(database, now, NOBODY),
    activeHashRate(database, now),
    minersFigures(database, now, NOBODY),
  ]);
  return {
    soldThs,
    modelledThs,
    measuredThs: measured.hashRateThs,
    isPoolMonitored: measured.isPoolMonitored,
  };
}

async function readReference(database: Database, now: Date): Promise<Transparency["reference"]> {
  return presentReference(await referenceValuesAt(database, now));
}

type PublicTermKind = (typeof PUBLIC_TERM_KINDS)[number];

const isPublic = (kind: TermKind): kind is PublicTermKind =>
  (PUBLIC_TERM_KINDS as readonly TermKind[]).includes(kind);

async function readTerms(database: Database, tables: TermsTables): Promise<Transparency["terms"]> {
  const terms: Transparency["terms"] = [];
  for (const table of new Set(Object.values(tables))) {
    for (const { kind, subject, name, versions } of await table.history(database, 1)) {
      const [newest] = versions;
      if (!newest || !isPublic(kind)) continue;
      const { validFrom, source } = newest;
      const values = { ...termTexts(kind, newest.values) };
      terms.push({ kind, subject, name, values, validFrom, source });
    }
  }
  return terms;
}

export function presentIncident({ id, ...incident }: Incident) {
  return { ...incident, id: String(id) };
}
