/**
 * Where accounts of the desk have their dollars, and who hears of what happens to them: a person's
 * own account lies in the ledger; a replay's dollars are virtual and touch no ledger.
 */
import type { Transfer } from "#ledger";
import type { Notification } from "#notifications";
import type { Database, DatabaseTransaction, Queryable } from "#platform";

export interface Accounts {
  /** The account that a person acts on; a person's own has the person's id. */
  readonly idOf: (userId: string) => string;
  /** Cents by account; who has none is absent. */
  readonly availableCents: (
    queryable: Queryable,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, bigint>>;
  /** The last statement of a transaction. Throws a LedgerRefusal when an account is short. */
  readonly post: (tx: DatabaseTransaction, transfers: readonly Transfer[]) => Promise<unknown>;
  /** After a commit. */
  readonly publish: (accountId: string) => void;
  /** False: nothing was sent. */
  readonly deliver: (
    tx: DatabaseTransaction,
    notification: Notification<"forex_margin_call" | "forex_stop_out" | "forex_orders">,
  ) => Promise<boolean>;
  /** True if owners get messages about fills. A replay shows them on its page only. */
  readonly notifiesOwners: boolean;
  /** Throws `desk_closed`, `market_halted`. */
  readonly assertTakesOrders: (tx: DatabaseTransaction, order: Taking) => Promise<void>;
  /**
   * The tick up to which the engine has done everything; undefined where each request walks its own
   * account, and before the engine's first round.
   */
  readonly processedUntil: ((queryable: Queryable) => Promise<number | undefined>) | undefined;
  /** Before that 17:00 is financed; undefined where nobody writes beside the engine. */
  readonly closeDay: ((database: Database, closeMs: number) => Promise<void>) | undefined;
}

export interface Taking {
  /** When it was sent. */
  readonly timeMs: number;
  /** When it meets the market. */
  readonly at: Date;
  /** For now, not with a price to wait for. */
  readonly isAtOnce: boolean;
  /** It only closes: taken also when the desk takes no new ones. */
  readonly isClosing: boolean;
}
