/**
 * Named places at which a test can kill the process (`FAILPOINTS=wallet.signed,ledger.committed`).
 * Without the variable, these places have no effect. The process is killed with SIGKILL, so no
 * clean-up runs, as in a power failure.
 */
const armed = new Set((process.env["FAILPOINTS"] ?? "").split(",").filter(Boolean));

export function failpoint(name: string): void {
  if (armed.has(name)) process.kill(process.pid, "SIGKILL");
}
