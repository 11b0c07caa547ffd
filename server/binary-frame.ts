/**
 * Builds a WebSocket frame with a binary message, unmasked and unfragmented (RFC 6455, 5.2). A
 * frame is built once and written to every socket that receives the message.
 */
const FINAL_BINARY = 0x82;
const LENGTH_16_BITS = 126;
const PAYLOAD_BYTES_MAX = 0xffff;

/** Returns the frame for a payload. Throws a RangeError if the payload exceeds 65,535 bytes. */
export function binaryFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  if (length > PAYLOAD_BYTES_MAX) throw new RangeError(`${length} bytes in one frame`);
  const isShort = length < LENGTH_16_BITS;
  const header = isShort
    ? [FINAL_BINARY, length]
    : [FINAL_BINARY, LENGTH_16_BITS, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from(header), payload], header.length + length);
}
