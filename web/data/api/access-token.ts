/**
 * Reads claims in an access token. They determine what the app shows and asks the user. The server
 * makes all access decisions.
 */
export function levelOf(token: string | undefined): "aal1" | "aal2" {
  return claimOf(token, "aal") === "aal2" ? "aal2" : "aal1";
}

export function sessionIdOf(token: string | undefined): string | undefined {
  const id = claimOf(token, "session_id");
  return typeof id === "string" ? id : undefined;
}

export function userIdOf(token: string | undefined): string | undefined {
  const id = claimOf(token, "sub");
  return typeof id === "string" ? id : undefined;
}

export function emailOf(token: string | undefined): string | undefined {
  const email = claimOf(token, "email");
  return typeof email === "string" && email !== "" ? email : undefined;
}

/** True if the session was opened with an e-mail link or code. */
export function isByMail(token: string | undefined): boolean {
  const methods = claimOf(token, "amr");
  return (
    Array.isArray(methods) &&
    methods.some(
      (one: unknown) =>
        typeof one === "object" && one !== null && "method" in one && one.method === "otp",
    )
  );
}

function claimOf(token: string | undefined, name: string): unknown {
  const payload = token?.split(".")[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null
      ? new Map<string, unknown>(Object.entries(claims)).get(name)
      : undefined;
  } catch {
    return undefined;
  }
}
