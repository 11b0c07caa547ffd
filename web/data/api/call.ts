/**
 * The API client, typed by the route tables. The browser loads only the paths of these tables.
 *
 *   const wallet = useQuery(apiQuery("getWallet"));
 *   const buy = useMutation({ mutationFn: (planId: string) => api("buyContract", { body: { planId } }) });
 *
 * Every failure is an ApiError with title, text, code and requestId.
 */
import { paths, type RouteName } from "../../../api/paths.ts";
import { sendOnce } from "./double-press.ts";
import type { ApiAnswer, ApiArguments } from "./route-shapes.ts";
import { send } from "./send.ts";

/**
 * Calls a route. Throws ApiError. A POST that moves money has an Idempotency-Key that survives a
 * reload and is shared with other tabs. A double click sends only one request.
 */
export function api<Name extends RouteName>(
  name: Name,
  ...[input]: ApiArguments<Name>
): Promise<ApiAnswer<Name>> {
  const { method } = paths[name];
  if (method === "GET") return send(name, input ?? {});
  return sendOnce(JSON.stringify([name, input]), () => send(name, input ?? {}));
}
