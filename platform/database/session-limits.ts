/**
 * Time limits that PostgreSQL enforces, for hanging statements and for idle transactions. Each
 * connection sets both at log-in. They are also set for the roles, because a pooler does not pass
 * them on.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};
