/**
 * Replacement for `crypto.randomUUID` (RFC 9562, version 4), which is available only over HTTPS and
 * on localhost. Installations in a local network may use plain HTTP.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const [version, variant] = [(bytes[6] ?? 0) & 0x0f, (bytes[8] ?? 0) & 0x3f];
  bytes.set([version | 0x40], 6);
  bytes.set([variant | 0x80], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
