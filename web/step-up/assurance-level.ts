/** Whether the session was proved by a second factor, as its access token says. For what to ask; the server decides. */
export function levelOf(token: string | undefined): "aal1" | "aal2" {
  const payload = token?.split(".")[1];
  if (payload === undefined) return "aal1";
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const isStrong =
      typeof claims === "object" && claims !== null && "aal" in claims && claims.aal === "aal2";
    return isStrong ? "aal2" : "aal1";
  } catch {
    return "aal1";
  }
}
