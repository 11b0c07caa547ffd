/**
 * Verifies signed messages with a second implementation, written from the BIPs with OpenSSL and
 * bigints. It shares no code and no library with the product, so both implementations are unlikely
 * to have the same error.
 */
import { createECDH, createHash, createPublicKey, verify } from "node:crypto";

const P = 2n ** 256n - 2n ** 32n - 977n;
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

type Point = readonly [x: bigint, y: bigint];

const hashed = (name: string, ...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash(name)).digest();
const sha = (...parts: readonly Uint8Array[]): Buffer => hashed("sha256", ...parts);
const twice = (...parts: readonly Uint8Array[]): Buffer => sha(sha(...parts));
const keyHash = (key: Uint8Array): Buffer => hashed("ripemd160", sha(key));
const tagged = (tag: string, ...parts: readonly Uint8Array[]): Buffer =>
  sha(sha(Buffer.from(tag)), sha(Buffer.from(tag)), ...parts);
const bytes = (hex: string): Buffer => Buffer.from(hex, "hex");
const number = (some: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(some).toString("hex") || "0"}`);
const wide = (value: bigint): Buffer => bytes(value.toString(16).padStart(64, "0"));

/** Returns true if the signature proves that the owner of this script signed the message. */
export function isSignedBy(scriptHex: string, message: string, signature: string): boolean {
  const text = signature.replace(/^smp/, "");
  const raw = Buffer.from(text, "base64");
  if (raw.toString("base64") !== text) return false;
  const isPrefixed = text !== signature;
  if (raw.length === 65 && !isPrefixed) return isLegacy(scriptHex, message, raw);
  const script = bytes(scriptHex);
  const [first = Buffer.alloc(0), ...others] = stack(raw);
  if (scriptHex.startsWith("0014") && scriptHex.length === 44 && others.length === 1)
    return isVersion0(script, message, first, others[0] ?? Buffer.alloc(0));
  if (scriptHex.startsWith("5120") && scriptHex.length === 68 && others.length === 0)
    return isTaproot(script, message, first);
  return false;
}

function stack(raw: Buffer): Buffer[] {
  const elements: Buffer[] = [];
  let at = 1;
  while (elements.length < (raw[0] ?? 0)) {
    const length = raw[at] ?? 255;
    if (length > 252 || at + 1 + length > raw.length) return [];
    elements.push(raw.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return at === raw.length ? elements : [];
}

/** Returns the outpoint of the virtual transaction that a BIP-322 signature spends. */
function coin(script: Buffer, message: string): Buffer {
  const hash = tagged("BIP0322-signed-message", Buffer.from(message));
  const head = bytes(`0000000001${"00".repeat(32)}ffffffff220020`);
  const tail = bytes(`0000000001${"00".repeat(8)}${script.length.toString(16)}`);
  return Buffer.concat([twice(head, hash, tail, script, bytes("00000000")), bytes("00000000")]);
}

const NOTHING_OUT = bytes(`${"00".repeat(8)}016a`);
const ZERO = bytes("00000000");

function isVersion0(script: Buffer, message: string, signed: Buffer, key: Buffer): boolean {
  const program = script.subarray(2);
  if (signed.at(-1) !== 1 || key.length !== 33 || !keyHash(key).equals(program)) return false;
  const rs = derNumbers(signed.subarray(0, -1));
  const point = rs && decompress(key);
  if (!rs || !point || rs[1] > N / 2n) return false;
  const outpoint = coin(script, message);
  const code = Buffer.concat([bytes("1976a914"), program, bytes("88ac")]);
  const ends = [bytes("00".repeat(8)), ZERO, twice(NOTHING_OUT), ZERO, bytes("01000000")];
  const preimage = Buffer.concat([ZERO, twice(outpoint), twice(ZERO), outpoint, code, ...ends]);
  // OpenSSL computes the second hash itself, so hash the preimage only once.
  return verify("sha256", sha(preimage), openKey(point), signed.subarray(0, -1));
}

/**
 * Decodes a DER signature strictly: only one encoding of two positive numbers is accepted. Returns
 * undefined for any other encoding.
 */
function derNumbers(der: Buffer): readonly [r: bigint, s: bigint] | undefined {
  const parts = /^30(..)02(..)(.*)$/s.exec(der.toString("hex"));
  const whole = Number.parseInt(parts?.[1] ?? "", 16);
  const length = Number.parseInt(parts?.[2] ?? "", 16);
  if (whole !== der.length - 2 || der[4 + length] !== 2) return undefined;
  const numbers = [der.subarray(4, 4 + length), der.subarray(6 + length)];
  const isPlain = ([head = 128, next = 128]: Buffer): boolean =>
    head < 128 && (head > 0 || next > 127);
  if (der[5 + length] !== numbers[1]?.length || !numbers.every(isPlain)) return undefined;
  const [r = 0n, s = 0n] = numbers.map(number);
  return r > 0n && s > 0n && r < N && s < N ? [r, s] : undefined;
}

function openKey([x, y]: Point) {
  const spelled = (value: bigint): string => wide(value).toString("base64url");
  const jwk = { kty: "EC", crv: "secp256k1", x: spelled(x), y: spelled(y) };
  return createPublicKey({ key: jwk, format: "jwk" });
}

/** Verifies a BIP340 signature over the BIP341 sighash. */
function isTaproot(script: Buffer, message: string, signed: Buffer): boolean {
  const type = signed.length === 65 ? (signed[64] ?? 0) : 0;
  if (![64, 65].includes(signed.length) || (signed.length === 65 && type !== 1)) return false;
  const key = script.subarray(2);
  const outpoint = coin(script, message);
  const spent = [outpoint, bytes("00".repeat(8)), Buffer.of(script.length, ...script)];
  const sums = [...spent, ZERO, NOTHING_OUT].map((part) => sha(part));
  const digest = tagged("TapSighash", Buffer.of(0, type), ZERO, ZERO, ...sums, Buffer.of(0), ZERO);
  const [r, s] = [signed.subarray(0, 32), number(signed.subarray(32, 64))];
  const point = decompress(Buffer.concat([Buffer.of(2), key]));
  const nonce = decompress(Buffer.concat([Buffer.of(2), r]));
  if (!point || !nonce || s === 0n || s >= N) return false;
  const e = number(tagged("BIP0340/challenge", r, key, digest)) % N;
  // The signature is valid if s G = R + e P.
  const sum = add(nonce, times(e, point));
  const made = base(s);
  return sum?.[0] === made[0] && sum[1] === made[1];
}

/** Verifies a BIP-137 signature by recovering the signing key, r^-1 (s R - e G). */
function isLegacy(scriptHex: string, message: string, signed: Buffer): boolean {
  const header = (signed[0] ?? 0) - 27;
  if (header < 0 || header > 15) return false;
  const [r, s] = [number(signed.subarray(1, 33)), number(signed.subarray(33))];
  if (r === 0n || r >= N || s === 0n || s > N / 2n) return false;
  const text = Buffer.from(message);
  const length = text.length < 253 ? Buffer.of(text.length) : bytes("fd0000");
  if (text.length > 252) length.writeUInt16LE(text.length, 1);
  const digest = twice(Buffer.from("\u0018Bitcoin Signed Message:\n"), length, text);
  const x = r + (header & 2 ? N : 0n);
  const nonce =
    x < P ? decompress(Buffer.concat([Buffer.of(2 + (header & 1)), wide(x)])) : undefined;
  if (!nonce) return false;
  const inverse = power(r, N - 2n, N);
  const e = (N - ((number(digest) * inverse) % N)) % N;
  const key = add(times((s * inverse) % N, nonce), e === 0n ? undefined : base(e));
  if (!key) return false;
  const full = Buffer.concat([Buffer.of(4), wide(key[0]), wide(key[1])]);
  const short = Buffer.concat([Buffer.of(key[1] & 1n ? 3 : 2), wide(key[0])]);
  const own = header < 4 ? keyHash(full) : keyHash(short);
  const wrapped = keyHash(Buffer.concat([bytes("0014"), own]));
  const form = header >> 2;
  return (
    (form < 2 && scriptHex === `76a914${own.toString("hex")}88ac`) ||
    ((form === 1 || form === 2) && scriptHex === `a914${wrapped.toString("hex")}87`) ||
    ((form === 1 || form === 3) && scriptHex === `0014${own.toString("hex")}`)
  );
}

function power(of: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = of % modulus, bits = exponent; bits > 0n; bits >>= 1n) {
    if (bits & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

const within = (value: bigint): bigint => ((value % P) + P) % P;

function decompress(key: Buffer): Point | undefined {
  const x = number(key.subarray(1));
  if (x >= P || (key[0] !== 2 && key[0] !== 3)) return undefined;
  const square = within(x ** 3n + 7n);
  const root = power(square, (P + 1n) / 4n, P);
  if ((root * root) % P !== square) return undefined;
  return [x, (root & 1n) === BigInt(key[0] - 2) ? root : P - root];
}

function add(a: Point | undefined, b: Point | undefined): Point | undefined {
  if (!a || !b) return a ?? b;
  const isSame = a[0] === b[0];
  if (isSame && a[1] !== b[1]) return undefined;
  const [over, under] = isSame
    ? [3n * a[0] * a[0], 2n * a[1]]
    : [within(b[1] - a[1]), within(b[0] - a[0])];
  const slope = within(over * power(under, P - 2n, P));
  const x = within(slope * slope - a[0] - b[0]);
  return [x, within(slope * (a[0] - x) - a[1])];
}

function base(factor: bigint): Point {
  const ecdh = createECDH("secp256k1");
  ecdh.setPrivateKey(wide(factor));
  const point = ecdh.getPublicKey();
  return [number(point.subarray(1, 33)), number(point.subarray(33))];
}

/**
 * Multiplies a point by a factor. OpenSSL returns only the product's x coordinate, so y has two
 * candidates. The correct y is the one for which adding the original point results in the next
 * product's x coordinate.
 */
function times(factor: bigint, point: Point): Point | undefined {
  if (factor === 0n) return undefined;
  const x = shared(factor, point);
  const even = decompress(Buffer.concat([Buffer.of(2), x]));
  if (!even) throw new Error("a product is off the curve");
  if (factor + 1n === N) return [even[0], P - point[1]];
  const next = number(shared(factor + 1n, point));
  return add(even, point)?.[0] === next ? even : [even[0], P - even[1]];
}

function shared(factor: bigint, [x, y]: Point): Buffer {
  const ecdh = createECDH("secp256k1");
  ecdh.setPrivateKey(wide(factor));
  return ecdh.computeSecret(Buffer.concat([Buffer.of(4), wide(x), wide(y)]));
}
