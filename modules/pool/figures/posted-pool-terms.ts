/**
 * Returns the posted pool terms for the public. Only the audit log contains the names of the
 * administrators who posted the terms.
 */
import { formatScaled, TERM_FIELDS, type TermKind, type TermName } from "#economics";
import type { Database, TermsMoment } from "#platform";
import { payCapsAt } from "../work/pay-caps.ts";
import { poolTerms } from "../work/posted-terms.ts";

const VERSIONS_MAX = 100;

export async function postedPoolTerms(database: Database, moment: TermsMoment) {
  const groups = await poolTerms.history(database, VERSIONS_MAX);
  const versionsOf = <Kind extends TermKind>(wanted: Kind) =>
    groups
      .filter(({ kind }) => kind === wanted)
      .flatMap(({ versions }) => versions)
      .map(({ validFrom, source, values }) => ({
        posted: { validFrom, source },
        values: values as Readonly<Record<TermName<Kind>, bigint>>,
      }));
  const { decimals } = TERM_FIELDS.poolBlock.shareMicros;
  return {
    block: versionsOf("poolBlock").map(({ posted, values }) => ({
      ...posted,
      shareDifficulty: formatScaled(values.shareMicros, decimals),
    })),
    pay: versionsOf("poolPay").map(({ posted, values }) => ({
      ...posted,
      personDailySats: values.personDaily,
      installationDailySats: values.installationDaily,
    })),
    payInForce: await payCapsAt(database, moment),
    raiseWaitHours: moment.waitHours,
  };
}
