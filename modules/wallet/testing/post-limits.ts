/** Sets the limits of one subject. Omitted fields keep their values. */
import { termTexts } from "#economics";
import { postedTermsRefusals } from "#platform";
import type { WalletDeps } from "../deps.ts";
import { walletTerms } from "../terms/posted-limits.ts";

export async function postLimits(
  { database, clock }: Pick<WalletDeps, "database" | "clock">,
  subject: string,
  change: Readonly<Record<string, string>>,
  setBy = "Hashfloor",
): Promise<void> {
  const history = (await walletTerms.history(database, 1)).find((one) => one.subject === subject);
  const [newest] = history?.versions ?? [];
  if (!history || !newest) throw postedTermsRefusals.posted_terms_unknown();
  const texts = { ...termTexts(history.kind, newest.values), ...change };
  const posting = { kind: history.kind, subject, seenId: newest.id, source: "a test", setBy };
  await database.transaction((tx) =>
    walletTerms.post(tx, clock, { ...posting, texts, typedAgain: texts }),
  );
}
