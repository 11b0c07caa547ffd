import type { forexPriceFilesApi } from "#api/forex-price-files";
import type { Handlers } from "#api/route";
import { addPriceFile, removePriceFile } from "./add-price-file.ts";
import type { PriceFileDeps } from "./price-file-deps.ts";
import { cancelUpload, uploadOf } from "./price-chunks-table.ts";
import { priceFilesOf, type PriceFileRow } from "./price-files-table.ts";
import { priceFileRefusals } from "./refusals.ts";

const PART_BYTES = 65_536;

export function priceFileRoutes(deps: PriceFileDeps): Handlers<typeof forexPriceFilesApi> {
  return {
    listPriceFiles: async ({ caller }) => ({
      items: (await priceFilesOf(deps.database, caller.userId)).map(present),
      nextCursor: null,
    }),
    async addPriceFile({ caller, ip, body: { text, ...facts } }) {
      const parts = partsOf(Buffer.from(text));
      return present(await addPriceFile(deps, { userId: caller.userId, ip, ...facts, parts }));
    },
    async getPriceFileUpload({ caller }) {
      const upload = await uploadOf(deps.database, caller.userId);
      return { upload: upload ? { ...upload, bytes: Number(upload.bytes) } : null };
    },
    async uploadPriceFile({ caller, ip, query, file: parts }) {
      if (!parts) throw priceFileRefusals.price_file_type();
      return present(await addPriceFile(deps, { userId: caller.userId, ip, ...query, parts }));
    },
    async cancelPriceFileUpload({ caller }) {
      return { isCancelled: await cancelUpload(deps.database, caller.userId) };
    },
    async removePriceFile({ caller, params }) {
      await removePriceFile(deps, { userId: caller.userId, fileId: params.fileId });
      return { isRemoved: true };
    },
  };
}

async function* partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES);
}

function present({ userId: _owner, fromAt, untilAt, ...file }: PriceFileRow) {
  return { ...file, from: fromAt, until: untilAt };
}
