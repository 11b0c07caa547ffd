/** Types and helpers shared by the cold wallet panels. */
import type { RouteName } from "../../../api/paths.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { transferStates } from "./strings.ts";

export type Cold = ApiAnswer<"getCold">;
export type Descriptor = Cold["descriptors"][number];
export type ComingBack = Cold["returns"][number];
export type ColdProofRequest = NonNullable<ApiAnswer<"getColdProof">["request"]>;
export type Move = Cold["moves"][number];

export const CHANGED_BY_COLD: readonly RouteName[] = [
  "getCold",
  "getColdProof",
  "getOperations",
  "listAudit",
  "checkAudit",
];

export function transferStateText(transfer: Pick<Move, "state" | "confirmations">): string {
  const { state, confirmations } = transfer;
  return state === "confirming"
    ? transferStates.confirming(wholeText(confirmations))
    : transferStates[state];
}

/** First bytes of a binary PSBT: "psbt" and a byte that does not occur in text. */
const MAGIC = [0x70, 0x73, 0x62, 0x74, 0xff];

/** Downloads the PSBT as a binary file, which is the format that signing devices expect. */
export function savePsbt(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Reads the file from a signing device as text. Binary files are converted to base64, and text
 * files are returned unchanged.
 */
export async function readPsbt(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!MAGIC.every((byte, place) => bytes[place] === byte)) return file.text();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
