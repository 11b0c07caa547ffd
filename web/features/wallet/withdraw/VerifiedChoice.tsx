/**
 * Lists the user's verified addresses below the address field, to be selected with one click. If
 * the list cannot be loaded, shows the error instead.
 */
import { addressText } from "../../../../api/address-text.ts";
import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "../../../data/api/query.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { ErrorCard } from "../../../ui/loading/ErrorCard.tsx";
import { withdrawTexts as texts } from "./strings.ts";

export function useVerifiedAddresses() {
  return useQuery(apiQuery("listConnections"));
}

export function VerifiedChoice(props: {
  addresses: ReturnType<typeof useVerifiedAddresses>;
  chosen: string;
  onChoose: (address: string) => void;
}) {
  const { data, error, failureReason, refetch } = props.addresses;
  const failure = error ?? failureReason;
  if (data === undefined && failure !== null)
    return (
      <ErrorCard error={failure} onRetry={() => void refetch()}>
        {texts.verifiedUnread}
      </ErrorCard>
    );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <fieldset className="-mt-1.5 flex flex-wrap items-center gap-2 border-0 p-0">
      <legend className="float-left mr-1 text-xs text-fg-2">{texts.verified}</legend>
      {data.items.map(({ id, name, address }) => (
        <Button
          key={id}
          size="small"
          title={address}
          aria-pressed={address === addressText(props.chosen)}
          className="aria-pressed:border-accent-line aria-pressed:bg-accent-wash"
          onClick={() => props.onChoose(address)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
