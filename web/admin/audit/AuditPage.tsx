/**
 * /admin/audit: a searchable list of administrators' actions, newest first, with the newest entry's
 * hash and a check of the hash chain.
 */
import { useSearch } from "@tanstack/react-router";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { auditTexts as texts } from "../strings.ts";
import { AuditFilters } from "./AuditFilters.tsx";
import { readAuditSearch } from "./audit-search.ts";
import { ChainCheck } from "./ChainCheck.tsx";
import { AuditEntries } from "./AuditEntries.tsx";

export function AuditPage() {
  const search = readAuditSearch(useSearch({ strict: false }));
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <div className="grid gap-4">
        <ChainCheck />
        <Panel isFlush>
          <AuditFilters search={search} />
          <AuditEntries search={search} />
        </Panel>
      </div>
    </>
  );
}
