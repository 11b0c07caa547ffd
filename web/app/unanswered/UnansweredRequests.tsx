/**
 * Money requests whose response was lost, including requests sent before a reload or in another
 * tab. Shows each request with its time and its state on the server.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { btcText } from "../../ui/amounts/amount-format.ts";
import type { RouteName } from "../../../api/paths.ts";
import { dismiss, ON_ITS_WAY_MS, settle, type Unanswered } from "../../data/api/idempotency-key.ts";
import { apiQuery } from "../../data/api/query.ts";
import { readAgain } from "../../data/api/query-client.ts";
import { fullText } from "../../ui/time/time-text.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { requestNames, unansweredTexts as texts } from "./strings.ts";

const CHECKED_EVERY_MS = 2_000;

export function UnansweredRequests({ requests }: { requests: readonly Unanswered[] }) {
  return (
    <section
      aria-label={texts.label}
      aria-live="polite"
      className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere"
    >
      {requests.map((request) => (
        <UnansweredRequest key={request.key} request={request} />
      ))}
    </section>
  );
}

function UnansweredRequest({ request }: { request: Unanswered }) {
  const { route, key, at, outcome } = request;
  const queryClient = useQueryClient();
  const state = useQuery({
    ...apiQuery("getRequest", { params: { route, key } }),
    enabled: outcome === undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "running" || (data?.state === "unknown" && Date.now() - at < ON_ITS_WAY_MS)
        ? CHECKED_EVERY_MS
        : false,
  });
  const { data } = state;
  useEffect(() => {
    if (data?.state !== "done" && data?.state !== "refused") return;
    const { title, text } = data;
    settle(request, { state: data.state, title: title ?? undefined, text: text ?? undefined });
    void readAgain(queryClient);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data?.state]);
  const { noun, to } = requestNames[route as RouteName] ?? { noun: route, to: undefined };
  const sentAt = new Date(outcome?.sentAt ?? at);
  const isUnknown = outcome === undefined && data?.state === "unknown" && !state.isFetching;
  return (
    <Note kind={outcome?.state === "done" ? "info" : "bad"}>
      <strong>{texts.sent(noun, detailsOf(request.body), fullText(sentAt))}</strong>{" "}
      <span>{stateText(request, state)}</span>
      <span className="mt-2 flex flex-wrap items-center gap-2">
        {isUnknown || state.isError ? (
          <Button size="small" isBusy={state.isFetching} onClick={() => void state.refetch()}>
            {texts.check}
          </Button>
        ) : null}
        {outcome?.state === "done" && to !== undefined ? (
          <Link {...to} className="reach">
            {texts.open}
          </Link>
        ) : null}
        {isUnknown || outcome !== undefined ? (
          <Button size="small" onClick={() => dismiss(request)}>
            {texts.dismiss}
          </Button>
        ) : null}
      </span>
    </Note>
  );
}

function stateText(
  { outcome }: Unanswered,
  state: { readonly data?: { readonly state: string } | undefined; readonly isError: boolean },
): string {
  if (outcome?.state === "done") return texts.done;
  if (outcome) return texts.refused(outcome.title ?? "", outcome.text ?? "");
  if (state.isError) return texts.unreachable;
  if (state.data?.state === "running") return texts.running;
  return state.data?.state === "unknown" ? texts.unknown : texts.checking;
}

/** Returns the amount, item and destination in the request, if any. */
function detailsOf(body: unknown): string {
  const text = textsOf(body);
  const { amountSats, instrument, walletAddress } = text;
  const amount = amountSats && `${btcText(BigInt(amountSats))} BTC`;
  return [
    amount,
    text["quantity"] && `${text["quantity"]} of`,
    text["itemId"],
    text["planId"],
    text["units"],
    instrument?.replace("_", "/"),
    walletAddress && `to ${walletAddress}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns the text and number fields of the body, as strings. */
function textsOf(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== "object" || body === null) return {};
  const fields = Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
  );
  return Object.fromEntries(fields) as Readonly<Record<string, string>>;
}
