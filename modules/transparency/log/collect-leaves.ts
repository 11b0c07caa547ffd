/**
 * Collects the facts that belong in the public log. Each fact becomes one leaf, even if it is
 * collected again. No leaf contains personal data.
 */
import { PUBLIC_TERM_KINDS } from "#api/transparency-figures";
import { lastEntry } from "#audit";
import { termTexts } from "#economics";
import { listMarketSeeds, type ForexMarket } from "#forex";
import { listIncidentRows, type Database, type IncidentRow } from "#platform";
import { recentReferenceValues, type ReferenceValues, type TermsTables } from "#treasury";
import { listProofs } from "../proofs/proofs-table.ts";
import { presentReference } from "./present-reference.ts";
import type { Leaf } from "./append-leaves.ts";
import { loggedSubjects, newestLog } from "./log-table.ts";

export interface SourceDeps {
  readonly database: Database;
  readonly terms: TermsTables;
  readonly market: Pick<ForexMarket, "clock" | "database" | "days">;
}

/** More than the proofs and versions of terms that can be made between two rounds. */
const NEWEST = 100;
const INCIDENTS = 200;

/**
 * Returns the newest facts of every kind, oldest first. Those that are in the log already are
 * included.
 */
export async function collectLeaves(deps: SourceDeps): Promise<Leaf[]> {
  const { database } = deps;
  return [
    ...(await listProofs(database, { limit: NEWEST }))
      .toReversed()
      .map(({ id, digest, ...proof }) => ({
        kind: "proof",
        subject: id,
        facts: {
          ...proof,
          id,
          takenAt: proof.takenAt.toISOString(),
          root: digest.toString("hex"),
          sumSats: String(proof.sumSats),
          ledgerSats: String(proof.ledgerSats),
        },
      })),
    ...(await termsLeaves(deps)),
    ...(await recentReferenceValues(database, NEWEST)).toReversed().map((values) => ({
      kind: "reference",
      subject: values.id,
      facts: referenceFacts(values),
    })),
    ...(await seedLeaves(deps)),
    ...(await incidentLeaves(database)).toReversed(),
  ];
}

/** Returns the head of the audit log. Undefined while it has no entry. */
export async function auditLeaf(database: Database): Promise<Leaf | undefined> {
  const entry = await lastEntry(database);
  if (!entry) return undefined;
  const seq = String(entry.seq);
  return { kind: "audit", subject: seq, facts: { seq, hash: entry.hash } };
}

async function termsLeaves({ database, terms }: SourceDeps): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (const table of new Set(Object.values(terms)))
    for (const { kind, subject, versions } of await table.history(database, NEWEST))
      for (const version of versions.toReversed())
        if ((PUBLIC_TERM_KINDS as readonly string[]).includes(kind))
          leaves.push({
            kind: "terms",
            subject: version.id,
            facts: {
              termKind: kind,
              subject,
              values: { ...termTexts(kind, version.values) },
              validFrom: version.validFrom.toISOString(),
              source: version.source,
            },
          });
  return leaves;
}

async function seedLeaves({ market }: SourceDeps): Promise<Leaf[]> {
  return (await listMarketSeeds(market)).flatMap(({ date, commitment, seed }) => [
    { kind: "commitment", subject: date, facts: { date, commitment } },
    ...(seed === null ? [] : [{ kind: "seed", subject: date, facts: { date, seed } }]),
  ]);
}

/** Returns incidents, newest first, until a page is completely in the log. */
async function incidentLeaves(database: Database): Promise<Leaf[]> {
  const log = await newestLog(database);
  const leaves: Leaf[] = [];
  let before: bigint | undefined;
  for (;;) {
    const rows = await listIncidentRows(database, { limit: INCIDENTS, before });
    const page = rows.map(incidentLeaf);
    leaves.push(...page);
    before = rows.at(-1)?.id;
    if (rows.length < INCIDENTS) return leaves;
    const subjects = page.map(({ subject }) => subject);
    const logged = log && (await loggedSubjects(database, log, { kind: "incident", subjects }));
    if (logged?.size === page.length) return leaves;
  }
}

function incidentLeaf({ id, kind, begunBy, at, detail }: IncidentRow): Leaf {
  const time = at.toISOString();
  const incident = String(begunBy ?? id);
  const facts =
    begunBy === null
      ? { incident, incidentKind: kind, detail, startedAt: time }
      : { incident, incidentKind: kind, endedAt: time };
  return { kind: "incident", subject: String(id), facts };
}

function referenceFacts(values: ReferenceValues) {
  const { subsidySats, feesSats, validFrom, ...texts } = presentReference(values);
  return {
    ...texts,
    subsidySats: String(subsidySats),
    feesSats: String(feesSats),
    validFrom: validFrom.toISOString(),
  };
}
