/**
 * /admin/users: all users. Search, filter and page are in the URL. Dialogs add, edit, message and
 * delete users.
 */
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { Search, UserPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { adminLimits } from "../../../api/limits.ts";
import { apiQuery } from "../../data/api/query.ts";
import type { ApiAnswer } from "../../data/api/route-shapes.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button, buttonClass } from "../../ui/controls/Button.tsx";
import { Empty } from "../../ui/loading/Empty.tsx";
import { InputBox } from "../../ui/forms/Field.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { PageHead } from "../../ui/layout/PageHead.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { Segments } from "../../ui/controls/Segments.tsx";
import { ResetRequestsPanel } from "./ResetRequestsPanel.tsx";
import { peopleTexts as texts } from "../strings.ts";
import { AddDialog } from "./AddDialog.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { PeopleTable, type Pressed } from "./PeopleTable.tsx";
import { PEOPLE_FILTERS, readPeopleSearch, type PeopleSearch } from "./people-search.ts";
import { WriteDialog } from "./WriteDialog.tsx";

const PAGE_SIZE = 25;

export function PeoplePage() {
  const search = readPeopleSearch(useSearch({ strict: false }));
  const [isAdding, setIsAdding] = useState(false);
  // Stored outside the table, so that the dialog stays open and reports the removal if another
  // administrator removes the user from the list.
  const [open, setOpen] = useState<Pressed>();
  const close = () => setOpen(undefined);
  const people = useQuery({
    ...apiQuery("listPeople", { query: { ...search, limit: PAGE_SIZE } }),
    // Do not use an empty page as a placeholder. While the next page loads, it would state that the
    // search found no users or that the page no longer exists.
    placeholderData: (before) => (before?.items.length === 0 ? undefined : before),
  });
  return (
    <>
      <PageHead
        title={texts.title}
        end={
          <Button onClick={() => setIsAdding(true)}>
            <UserPlus className="size-4" strokeWidth={1.5} aria-hidden />
            {texts.add}
          </Button>
        }
      >
        {texts.lead}
      </PageHead>
      <ResetRequestsPanel />
      <Panel isFlush>
        <Filters search={search} />
        <Loaded query={people} isFlush lines={8} still={texts.still}>
          {(page) =>
            page.items.length === 0 ? (
              <Nobody search={search} />
            ) : (
              <div
                aria-busy={people.isPlaceholderData}
                // Dim the previous results while the next search runs.
                className="transition-opacity aria-busy:opacity-50 aria-busy:delay-150"
              >
                <PeopleTable people={page.items} search={search} onPress={setOpen} />
                <Pages page={page} search={search} />
              </div>
            )
          }
        </Loaded>
      </Panel>
      <AddDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
      {open?.what === "edit" ? <EditDialog person={open.person} onClose={close} /> : null}
      {open?.what === "write" ? <WriteDialog person={open.person} onClose={close} /> : null}
      {open?.what === "delete" ? <DeleteDialog person={open.person} onClose={close} /> : null}
    </>
  );
}

function Filters({ search }: { search: PeopleSearch }) {
  const navigate = useNavigate();
  /**
   * Shows the first page of a new search or filter. Reads the current URL, because a click on a
   * filter may precede the delayed search for the typed text.
   */
  const show = (next: { readonly search: string } | { readonly filter: string }) =>
    void navigate({
      ...paths.adminUsers,
      search: (shown: PeopleSearch) => readPeopleSearch({ ...shown, cursor: undefined, ...next }),
      replace: true,
    });
  return (
    <div className="flex flex-wrap gap-3 border-b border-line px-5 py-3 max-md:px-4">
      <SearchField text={search.search ?? ""} onSearch={(text) => show({ search: text })} />
      <Segments
        label={texts.filter}
        value={search.filter ?? "all"}
        onChange={(filter) => show({ filter })}
        options={PEOPLE_FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
      />
    </div>
  );
}

const TYPING_MS = 300;

/**
 * Searches after a pause in typing, or immediately on Enter. Replaces the typed text if the URL
 * changes for another reason.
 */
function SearchField(props: { text: string; onSearch: (text: string) => void }) {
  const { text, onSearch } = props;
  const [typed, setTyped] = useState(text);
  const searchedText = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (text !== searchedText.current) setTyped(text);
    searchedText.current = text;
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (search: string) => {
    clearTimeout(timer.current);
    searchedText.current = search;
    onSearch(search);
  };
  const type = (search: string) => {
    setTyped(search);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(search), TYPING_MS);
  };
  return (
    <search className="w-72 max-md:w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(typed);
        }}
      >
        <InputBox>
          <Search className="size-4 flex-none text-fg-3" strokeWidth={1.5} aria-hidden />
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            maxLength={adminLimits.searchCharacters}
            className="w-full min-w-0 border-0 bg-transparent p-0 outline-0 max-md:text-md"
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </InputBox>
      </form>
    </search>
  );
}

function Pages(props: { page: ApiAnswer<"listPeople">; search: PeopleSearch }) {
  const { previousCursor, nextCursor } = props.page;
  const { cursor: _, ...search } = props.search;
  if (previousCursor === null && nextCursor === null) return null;
  return (
    <nav
      aria-label={texts.pages}
      className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line px-5 py-3 text-xs text-fg-2 max-md:px-4"
    >
      {previousCursor === null ? (
        <span>{texts.firstPage}</span>
      ) : (
        <Link
          {...paths.adminUsers}
          search={{ ...search, cursor: previousCursor }}
          className={buttonClass({ size: "small" })}
        >
          {texts.previous}
        </Link>
      )}
      {nextCursor === null ? (
        <span>{texts.lastPage}</span>
      ) : (
        <Link
          {...paths.adminUsers}
          search={{ ...search, cursor: nextCursor }}
          className={buttonClass({ size: "small" })}
        >
          {texts.next}
        </Link>
      )}
    </nav>
  );
}

/** If a later page has become empty, offers the first page of the same search. */
function Nobody({ search: { cursor, ...search } }: { search: PeopleSearch }) {
  if (cursor !== undefined) return <Navigate {...paths.adminUsers} search={search} replace />;
  return (
    <Empty
      title={texts.emptyTitle}
      action={
        <Link {...paths.adminUsers} search={{}} className={buttonClass()}>
          {texts.showAll}
        </Link>
      }
    >
      {texts.emptyText}
    </Empty>
  );
}
