/**
 * The check of the user's own audit entries: each one matches its commitment, and the hash chain
 * leads from it to the entry that the public log commits to.
 */
import type { z } from "zod";
import { ownAuditApi } from "#api/audit";
import { checkAuditLinks, hashShownAction } from "#proofs";
import { failed, notChecked, ok, type Check } from "#receipts";
import type { Read } from "./read-site.ts";

const NAME = "your own audit entries";
const ACTIONS_PAGE = "100";
/** Only the newest actions are checked if there are more. */
const ACTION_PAGES_MAX = 10;
/** At most 10,000 entries of the chain are read. */
const LINK_PAGES_MAX = 40;

export type OwnAction = z.output<(typeof ownAuditApi)["listOwnAudit"]["response"]>["items"][number];
export type Link = z.output<(typeof ownAuditApi)["listAuditLinks"]["response"]>["items"][number];

/** Number and hash of an audit entry. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export interface OwnAudit {
  /** Newest first. */
  readonly actions: readonly OwnAction[];
  /** A part of the chain, oldest first. */
  readonly links: readonly Link[];
}

/** `read` sends the API key of the user. */
export async function readOwnAudit(read: Read): Promise<OwnAudit> {
  const actions: OwnAction[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < ACTION_PAGES_MAX; page += 1) {
    const at: Record<string, string> = cursor === null ? {} : { cursor };
    const answer = await read(ownAuditApi.listOwnAudit, {}, { limit: ACTIONS_PAGE, ...at });
    actions.push(...answer.items);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  const oldest = actions.findLast(({ nonce }) => nonce !== null);
  return { actions, links: oldest ? await readLinks(read, oldest.seq) : [] };
}

/** Reads the chain from the newest entry back to `seq`. */
async function readLinks(read: Read, seq: number): Promise<Link[]> {
  const links: Link[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < LINK_PAGES_MAX; page += 1) {
    const at: Record<string, string> = cursor === null ? {} : { cursor };
    const { items, nextCursor } = await read(ownAuditApi.listAuditLinks, {}, at);
    links.push(...items);
    cursor = nextCursor;
    if (cursor === null || items.length === 0 || (links.at(-1)?.seq ?? 0) <= seq) break;
  }
  return links.toReversed();
}

/**
 * `logged` are the audit entries that the public log commits to. Undefined if no log is published.
 */
export function checkOwnAudit(
  own: OwnAudit | undefined,
  logged: readonly AuditHead[] | undefined,
): Check {
  if (!own) return notChecked(NAME, "no API key was given (--key KEY)");
  const { actions, links } = own;
  const committed = actions.filter(({ nonce }) => nonce !== null);
  const fault = checkAuditLinks(links);
  if (fault !== undefined) return failed(NAME, fault);
  if (committed.length > 0 && links.length === 0)
    return failed(NAME, "there are entries with commitments, but the chain is empty");
  const linkOf = new Map(links.map((link) => [link.seq, link]));
  const wrongHead = logged?.find(({ seq, hash }) => (linkOf.get(seq)?.hash ?? hash) !== hash);
  if (wrongHead) return failed(NAME, `the public log has another hash for entry ${wrongHead.seq}`);
  // Entries before the part of the chain that was read are not checked.
  const inReach = committed.filter(({ seq }) => seq >= (links[0]?.seq ?? Infinity));
  const wrong = inReach.find((action) => linkOf.get(action.seq)?.userHash !== commitmentOf(action));
  if (wrong) return failed(NAME, `entry ${wrong.seq} does not match its commitment`);
  const newest = links.at(-1);
  const cut = newest && logged?.find(({ seq }) => seq > newest.seq);
  if (cut) return failed(NAME, `the chain ends before entry ${cut.seq}, which the log contains`);
  if (inReach.length === 0 || !newest)
    return notChecked(NAME, "there is no entry with a commitment about your account");
  const text = `${inReach.length} of ${actions.length} entries match their commitments`;
  if (!logged) return ok(NAME, `${text}. Keep entry ${newest.seq}: ${newest.hash}`);
  const inLinks = logged.filter(({ seq }) => linkOf.has(seq));
  const loggedSeq = inLinks.reduce((newestSeq, { seq }) => Math.max(newestSeq, seq), 0);
  const open = inReach.filter(({ seq }) => seq > loggedSeq).length;
  return ok(NAME, `${text}${open > 0 ? `, ${open} are not in the public log yet` : ""}`);
}

function commitmentOf({ nonce, at, ...shown }: OwnAction): string {
  return hashShownAction(Buffer.from(nonce ?? "", "hex"), { ...shown, at: at.toISOString() });
}
