/**
 * Explains the numbers of the entries, and lets the browser check that no entry is missing and that
 * the balances add up.
 */
import { useState } from "react";
import { checkStatement, type CheckedAccount, type StatementEntry } from "#proofs";
import { api } from "../../data/api/call.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { statementCheckTexts as texts } from "./strings.ts";
import type { Entry } from "./use-events.ts";

const PAGE_SIZE = 100;
/** Only the newest entries of a longer statement are checked. */
const PAGES_MAX = 100;

export function StatementCheck() {
  const [accounts, setAccounts] = useState<readonly CheckedAccount[]>();
  const [isBusy, setIsBusy] = useState(false);
  const check = async () => {
    setIsBusy(true);
    try {
      setAccounts(checkStatement(await readEntries()));
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{texts.explained}</p>
        <Button onClick={() => void check()} isBusy={isBusy} busyLabel={texts.checking}>
          {texts.check}
        </Button>
      </div>
      <output className="block empty:hidden">
        {accounts ? <Result accounts={accounts} /> : null}
      </output>
    </div>
  );
}

function Result({ accounts }: { accounts: readonly CheckedAccount[] }) {
  const nameOf = ({ asset, account }: CheckedAccount) => `${asset} ${account}`;
  const wrong = accounts.find(({ fault }) => fault !== undefined);
  if (wrong?.fault !== undefined)
    return <Note kind="bad">{texts.fault(nameOf(wrong), wrong.fault)}</Note>;
  if (accounts.length === 0) return <Note>{texts.noEntries}</Note>;
  const spans = accounts.map((one) =>
    texts.account(nameOf(one), String(one.oldestVersion), String(one.newestVersion)),
  );
  return <Note>{texts.whole(spans.join(", "))}</Note>;
}

async function readEntries(): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const at: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    // oxlint-disable-next-line no-await-in-loop
    const { items, nextCursor } = await api("listEntries", { query: { limit: PAGE_SIZE, ...at } });
    entries.push(...items.map(asStatementEntry));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return entries;
}

function asStatementEntry(entry: Entry): StatementEntry {
  const { asset, account, version, amountSats, amountCents } = entry;
  return {
    asset,
    account,
    version: BigInt(version),
    amount: BigInt(amountSats ?? amountCents ?? 0),
    balanceAfter: BigInt(entry.balanceAfterSats ?? entry.balanceAfterCents ?? 0),
  };
}
