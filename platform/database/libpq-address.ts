/**
 * Converts a database URL to the form that libpq understands. The driver `pg` has settings that
 * libpq does not have, and verifies the server's certificate in some cases in which libpq does not.
 */

/**
 * The parameters that libpq accepts. A URL with any other parameter is refused.
 * https://www.postgresql.org/docs/current/libpq-connect.html
 */
const KNOWN = new Set([
  "host",
  "hostaddr",
  "port",
  "passfile",
  "connect_timeout",
  "client_encoding",
  "options",
  "application_name",
  "fallback_application_name",
  "keepalives",
  "keepalives_idle",
  "keepalives_interval",
  "keepalives_count",
  "tcp_user_timeout",
  "sslmode",
  "sslnegotiation",
  "sslcert",
  "sslkey",
  "sslpassword",
  "sslrootcert",
  "sslcrl",
  "sslsni",
  "requirepeer",
  "ssl_min_protocol_version",
  "ssl_max_protocol_version",
  "krbsrvname",
  "gssencmode",
  "gsslib",
  "target_session_attrs",
  "load_balance_hosts",
  "channel_binding",
  "require_auth",
]);

export function libpqAddress(url: string): string {
  const address = new URL(url);
  const { searchParams } = address;
  const mode = searchParams.get("sslmode") ?? modeOf(searchParams.get("ssl"));
  const isAsInLibpq = searchParams.get("uselibpqcompat") === "true";
  for (const name of new Set(searchParams.keys())) if (!KNOWN.has(name)) searchParams.delete(name);
  if (mode !== undefined) searchParams.set("sslmode", mode);
  if (isAsInLibpq || mode === undefined) return address.href;
  if (mode === "no-verify") {
    searchParams.set("sslmode", "require");
    // The parameter is removed, because libpq verifies the certificate if the parameter is set.
    searchParams.delete("sslrootcert");
  } else if (mode !== "disable" && searchParams.has("sslrootcert"))
    searchParams.set("sslmode", "verify-full");
  return address.href;
}

function modeOf(ssl: string | null): string | undefined {
  if (ssl === null) return undefined;
  return ssl === "0" || ssl === "false" ? "disable" : "require";
}
