/**
 * Defines how a book stores an account's dollars and notifies its owner. A user's own account has
 * its dollars in the ledger. A replay has virtual dollars outside the ledger.
 */
import type { Transfer } from "#ledger";
import type { Notification } from "#notifications";
import type { Database, DatabaseTransaction, Queryable } from "#platform";

export interface Accounts {
  /**
   * Returns the id of the account that the user acts on. A user's own account has the user's id.
   */
  readonly idOf: (userId: string) => string;
  /** Returns the available cents by account. Accounts without a balance are absent. */
  readonly availableCents: (
    queryable: Queryable,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, bigint>>;
  /**
   * Posts transfers. Must be the transaction's last statement. Throws a LedgerRefusal if an
   * account's balance is too low.
   */
  readonly post: (tx: DatabaseTransaction, transfers: readonly Transfer[]) => Promise<unknown>;
  /** Publishes an account's change. Call this after the commit. */
  readonly publish: (accountId: string) => void;
  /** Sends a message to the owner. Returns false if nothing was sent. */
  readonly deliver: (
    tx: DatabaseTransaction,
    notification: Notification<
      "forex_margin_call" | "forex_stop_out" | "forex_orders" | "forex_alert"
    >,
  ) => Promise<boolean>;
  /** True if owners receive messages about fills. A replay shows its fills only on its page. */
  readonly notifiesOwners: boolean;
  /** Throws `desk_closed` or `market_halted` if the account accepts no orders now. */
  readonly assertTakesOrders: (tx: DatabaseTransaction, order: Taking) => Promise<void>;
  /**
   * Returns the last tick that the engine has processed, or undefined before the engine's first
   * round. The function itself is undefined for replays, because each request to a replay processes
   * its own account.
   */
  readonly processedUntil: ((queryable: Queryable) => Promise<number | undefined>) | undefined;
  /**
   * Called before a rollover at 17:00 is financed. Undefined if only the engine writes to the
   * account.
   */
  readonly closeDay: ((database: Database, closeMs: number) => Promise<void>) | undefined;
}

export interface Taking {
  /** Time at which the order was sent. */
  readonly timeMs: number;
  /** Time at which the order reaches the market. */
  readonly at: Date;
  /** True for an order that executes immediately instead of waiting for its price. */
  readonly isAtOnce: boolean;
  /**
   * True if the order only closes positions. Such orders are accepted even while the desk accepts
   * no new orders.
   */
  readonly isClosing: boolean;
}
