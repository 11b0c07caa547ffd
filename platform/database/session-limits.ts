/**
 * Time limits that PostgreSQL enforces: for a hanging statement and for an idle transaction. Each
 * connection sets both at log-in. The roles have them too, because a pooler does not pass them on.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};
