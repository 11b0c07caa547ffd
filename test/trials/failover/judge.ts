/**
 * Compares the responses that users received with the rows in the current primary, to find lost and
 * doubled requests.
 */
import type { Database } from "#platform";
import { KINDS, type Acknowledged, type Kind } from "./load.ts";

/** SQL queries for the ids of the users' rows, by kind. Faucet payments are excluded. */
const ROWS: Readonly<Record<Kind, string>> = {
  withdrawal:
    "select id from wallet_withdrawals where purpose = 'user' and user_id = any($1::uuid[])",
  contract:
    "select id from mining_contracts join mining_earners using (id) where user_id = any($1::uuid[])",
  stake: "select id from earn_positions where user_id = any($1::uuid[])",
  exit: "select id from earn_positions where user_id = any($1::uuid[]) and state = 'closed'",
  message:
    "select client_message_id::text as id from support_chat_messages where author_id = any($1::uuid[])",
};

export interface Judgement {
  /** Ids that were acknowledged but are missing from the database. */
  readonly lost: readonly string[];
  /**
   * Ids that are in the database but were never acknowledged. Only meaningful when no request is
   * pending.
   */
  readonly doubled: readonly string[];
}

export async function judge(
  database: Database,
  acknowledged: readonly Acknowledged[],
  userIds: readonly string[],
): Promise<Judgement> {
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const kind of KINDS) {
    // A request acknowledged later might not be among the rows, so copy the acknowledgements before
    // reading the rows.
    const acknowledgedIds = new Set(
      acknowledged.filter((one) => one.kind === kind).map(({ id }) => id),
    );
    const rows = await database.query<{ id: string }>(ROWS[kind], [userIds]);
    const there = rows.map(({ id }) => id);
    const storedIds = new Set(there);
    lost.push(
      ...[...acknowledgedIds].filter((id) => !storedIds.has(id)).map((id) => `${kind} ${id}`),
    );
    doubled.push(...there.filter((id) => !acknowledgedIds.has(id)).map((id) => `${kind} ${id}`));
    if (storedIds.size < there.length)
      doubled.push(`${kind}: ${there.length - storedIds.size} twice`);
  }
  return { lost, doubled };
}
