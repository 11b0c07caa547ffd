import type { forexPriceFilesApi } from "#api/forex-price-files";
import type { Handlers } from "#api/route";
import { addPriceFile, removePriceFile } from "./add-price-file.ts";
import type { PriceFileDeps } from "./price-file-deps.ts";
import { priceFilesOf, type PriceFileRow } from "./price-files-table.ts";

export function priceFileRoutes(deps: PriceFileDeps): Handlers<typeof forexPriceFilesApi> {
  return {
    listPriceFiles: async ({ caller }) => ({
      items: (await priceFilesOf(deps.database, caller.userId)).map(present),
      nextCursor: null,
    }),
    addPriceFile: async ({ caller, body }) =>
      present(await addPriceFile(deps, { userId: caller.userId, ...body })),
    async removePriceFile({ caller, params }) {
      await removePriceFile(deps, { userId: caller.userId, fileId: params.fileId });
      return { isRemoved: true };
    },
  };
}

function present({ userId: _owner, fromAt, untilAt, ...file }: PriceFileRow) {
  return { ...file, from: fromAt, until: untilAt };
}
