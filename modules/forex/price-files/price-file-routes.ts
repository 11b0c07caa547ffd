/** Handlers of uploaded prices. */
import type { forexPriceFilesApi } from "#api/forex-price-files";
import type { Handlers } from "#api/route";
import { addPriceFile, removePriceFile } from "./add-price-file.ts";
import type { PriceFileParts } from "./price-file-parts.ts";
import { priceFilesOf, type PriceFileRow } from "./price-files-table.ts";

export function priceFileRoutes(parts: PriceFileParts): Handlers<typeof forexPriceFilesApi> {
  return {
    listPriceFiles: async ({ caller }) => ({
      items: (await priceFilesOf(parts.database, caller.userId)).map(present),
      nextCursor: null,
    }),
    addPriceFile: async ({ caller, body }) =>
      present(await addPriceFile(parts, { userId: caller.userId, ...body })),
    async removePriceFile({ caller, params }) {
      await removePriceFile(parts, { userId: caller.userId, fileId: params.fileId });
      return { isRemoved: true };
    },
  };
}

function present({ userId: _owner, fromAt, untilAt, ...file }: PriceFileRow) {
  return { ...file, from: fromAt, until: untilAt };
}
