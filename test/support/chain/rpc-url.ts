/** Formats the URL of a test's node for BITCOIN_RPC_URL. */
export function rpcUrl({
  url,
  authorization,
}: {
  readonly url: string;
  readonly authorization: string;
}): string {
  const [user = "", password = ""] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  return Object.assign(new URL(url), { username: user, password }).href;
}
