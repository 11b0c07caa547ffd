/**
 * Guards the administrators' pages: redirects to /login without a session, and to /dashboard for
 * other users. This guard affects only the display. The API enforces the access rights.
 */
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { useAuth } from "../../session/auth/auth-context.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { followNumberFormat } from "../../ui/preferences/number-marks.ts";
import { LoadingShell } from "./LoadingShell.tsx";
import { administrationArea } from "../navigation/admin-entries.ts";
import { SignedInShell, ToLogin } from "./SignedInArea.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";

export function AdminArea() {
  const { user, loading, needsCode } = useAuth();
  useState(followNumberFormat);
  if (loading) return <LoadingShell />;
  if (user === null || needsCode) return <ToLogin />;
  return <AdministratorsOnly key={user.id} />;
}

function AdministratorsOnly() {
  const me = useQuery(apiQuery("getMe"));
  if (me.data?.isAdmin === true) return <SignedInShell area={administrationArea} />;
  if (me.data !== undefined) return <Navigate {...paths.dashboard} replace />;
  if (!me.isError) return <LoadingShell />;
  return (
    <main id="main" className="mx-auto max-w-xl px-4 py-16">
      <ErrorCard error={me.error} onRetry={() => void me.refetch()} />
    </main>
  );
}
