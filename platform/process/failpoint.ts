/**
 * Named places where a test can kill the process (`FAILPOINTS=wallet.signed,ledger.committed`).
 * Without the variable it does nothing. A crash here is SIGKILL: no clean-up runs, exactly as in a
 * power cut.
 */
const armed = new Set((process.env["FAILPOINTS"] ?? "").split(",").filter(Boolean));

export function failpoint(name: string): void {
  if (armed.has(name)) process.kill(process.pid, "SIGKILL");
}
