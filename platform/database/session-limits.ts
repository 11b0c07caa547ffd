/**
 * What PostgreSQL itself ends: a statement that hangs, a transaction that nobody goes on with. Each
 * connection asks for both at its login; roles have them too, for a pooler passes nothing on.
 */
export const SESSION_LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};
