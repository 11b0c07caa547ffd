/**
 * Explains on decision pages why the signed-in administrator cannot make decisions over money,
 * until when, and what to do.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { momentText } from "../../ui/time/time-text.ts";
import { Note } from "../../ui/layout/Note.tsx";
import { authorityTexts as texts } from "./strings.ts";

type OwnAuthority = NonNullable<ApiAnswer<"getMe">["authority"]>;

const REFRESH_MS = 60_000;
/**
 * Authority states without a note. Administrators without two-factor authentication never see these
 * pages.
 */
const CLEAR: readonly OwnAuthority["state"][] = ["full", "second_factor_required"];

/**
 * Renders nothing if the administrator has authority over money, or while the authority is unknown.
 */
export function AuthorityNote() {
  // Poll, because no event is published at the end of the waiting period.
  const me = useQuery({ ...apiQuery("getMe"), refetchInterval: REFRESH_MS });
  const authority = me.data?.authority ?? null;
  if (authority === null || CLEAR.includes(authority.state)) return null;
  return authority.state === "authority_waiting" ? (
    <Waiting {...authority} />
  ) : (
    <Unconfirmed {...authority} />
  );
}

export function FactorLink() {
  return (
    <Link {...paths.twoFactor} className="reach underline">
      {texts.factorLink}
    </Link>
  );
}

function Waiting({ from, since, waitHours }: OwnAuthority) {
  if (from === null || since === null) return null;
  return (
    <Note>
      <strong>{texts.waitingTitle(momentText(new Date(from)))}</strong>{" "}
      {texts.waiting(waitHours, since)}
    </Note>
  );
}

function Unconfirmed({ from }: OwnAuthority) {
  return (
    <Note>
      <strong>{texts.unconfirmedTitle}</strong> {texts.unconfirmed}{" "}
      {from === null ? null : texts.notBefore(momentText(new Date(from)))}
    </Note>
  );
}
