/**
 * Reads messages directly from the database, for users without a session that may open their
 * mailbox.
 */
import { vi } from "vitest";
import type { Queryable } from "#platform";

export interface FoundMessage {
  readonly template: string;
  readonly to: string;
  readonly text: string;
  readonly token: string;
  readonly link: URL;
  readonly code: string;
}

/** Maximum time until a message is stored, on a busy machine. */
const WRITTEN_MS_MAX = 15_000;

/**
 * Returns the newest message with this template to this address, ignoring messages in `seen`. Waits
 * for the message, because the product may store it after the response.
 */
export async function messageTo(
  queryable: Queryable,
  {
    email,
    template,
    seen: readIds = [],
  }: { email: string; template: string; seen?: readonly string[] },
): Promise<FoundMessage> {
  return vi.waitFor(async () => {
    const [row] = await queryable.query<{ recipient: string; body: string }>(
      `select recipient, body from notifications_messages where recipient = $1 and template = $2
       order by id desc limit 1`,
      [email, template],
    );
    const message = row && read(template, row.recipient, row.body);
    if (!message || readIds.includes(message.token))
      throw new Error(`no message ${template} to ${email}`);
    return message;
  }, WRITTEN_MS_MAX);
}

function read(template: string, to: string, text: string): FoundMessage {
  const href = /http\S+/.exec(text)?.[0];
  const link = new URL(href ?? "http://none.test/");
  const token = new URLSearchParams(link.hash.slice(1)).get("token_hash") ?? "";
  const code = /\b\d{6}\b/.exec(text.replace(href ?? "", ""))?.[0] ?? "";
  return { template, to, text, token, link, code };
}

export async function countMessages(
  queryable: Queryable,
  { email, template }: { readonly email: string; readonly template: string },
): Promise<number> {
  const [row] = await queryable.query<{ count: number }>(
    "select count(*)::int as count from notifications_messages where recipient = $1 and template = $2",
    [email, template],
  );
  return row?.count ?? 0;
}
