/**
 * Sets the time limits that PostgreSQL enforces, for hanging statements and for idle transactions.
 * Each connection sets both limits at log-in. The limits are also set for the roles, because a
 * pooler does not pass on the limits of a connection.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};
