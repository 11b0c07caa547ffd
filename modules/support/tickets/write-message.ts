/**
 * A message of a ticket stands once under the id that its author chose; the id of another message
 * is refused, not swallowed.
 */
import type { DatabaseTransaction } from "#platform";
import { supportRefusals } from "../desk/refusals.ts";
import { findSentMessage, insertMessage, type NewMessage } from "./tickets-table.ts";

/** False when the same message stands already. Refuses `request_reused`. */
export async function writeMessage(tx: DatabaseTransaction, message: NewMessage): Promise<boolean> {
  if (await insertMessage(tx, message)) return true;
  const earlier = await findSentMessage(tx, message);
  if (earlier?.ticketId !== message.ticketId || earlier.text !== message.text)
    throw supportRefusals.request_reused();
  return false;
}
