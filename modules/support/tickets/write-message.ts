/**
 * Stores a ticket message once per client-chosen id. An id that was used for a different message is
 * refused.
 */
import type { DatabaseTransaction } from "#platform";
import { supportRefusals } from "../desk/refusals.ts";
import { findSentMessage, insertMessage, type NewMessage } from "./tickets-table.ts";

/**
 * Stores the message. Returns false if the same message is already stored. Throws `request_reused`.
 */
export async function writeMessage(tx: DatabaseTransaction, message: NewMessage): Promise<boolean> {
  if (await insertMessage(tx, message)) return true;
  const earlier = await findSentMessage(tx, message);
  if (earlier?.ticketId !== message.ticketId || earlier.text !== message.text)
    throw supportRefusals.request_reused();
  return false;
}
