/**
 * The panel behind the chat button. It is not modal, so the page stays usable, and Escape closes
 * it. While closed, it stays mounted, so that drafts are preserved.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useId } from "react";
import { apiQuery } from "../../data/api/query.ts";
import { paths } from "../../ui/navigation/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorCard } from "../../ui/loading/ErrorCard.tsx";
import { Loaded } from "../../ui/loading/Loaded.tsx";
import { Note } from "../../ui/layout/Note.tsx";
import { SkeletonLines } from "../../ui/loading/Skeleton.tsx";
import { userChat, visitorChat } from "./chat-source.ts";
import { setChatOpen, setChatUnread, useChat } from "../../data/live/chat-state.ts";
import { Conversation } from "./Conversation.tsx";
import { chatTexts as texts } from "./strings.ts";
import { useSignedInUser, type SignedInUser } from "./use-signed-in-user.ts";
import { useVisitorChat } from "./use-visitor-chat.ts";

export function ChatPanel() {
  const { isOpen } = useChat();
  const titleId = useId();
  const { userId, problem } = useSignedInUser();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from everywhere inside
    <section
      aria-labelledby={titleId}
      data-part="no-print"
      hidden={!isOpen}
      className="fixed right-4 bottom-4 z-[5] flex h-[min(540px,calc(100dvh-var(--strip)-32px))] w-[min(380px,calc(100vw-24px))] flex-col overflow-hidden rounded-lg border border-line-strong bg-raised shadow-(--shadow-pop) max-md:right-3 [&[hidden]]:hidden [body:has(.has-shell)_&]:max-lg:bottom-[72px] [body:has(.has-shell)_&]:max-lg:h-[min(540px,calc(100dvh-var(--strip)-88px))]"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        setChatOpen(false);
      }}
    >
      <div className="flex min-h-12 flex-none items-center border-b border-line py-1.5 pr-2 pl-4">
        <h2 id={titleId} className="text-md font-semibold tracking-[-0.006em]">
          {texts.title}
        </h2>
        <Button
          variant="quiet"
          isIcon
          className="ml-auto"
          aria-label={texts.close}
          onClick={() => setChatOpen(false)}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
      {userId === undefined ? <Unknown problem={problem} /> : <Own userId={userId} />}
    </section>
  );
}

function Unknown({ problem }: Pick<SignedInUser, "problem">) {
  return (
    <div className="p-4">
      {problem === undefined ? (
        <SkeletonLines count={3} />
      ) : (
        <ErrorCard error={problem.error} onRetry={problem.retry} />
      )}
    </div>
  );
}

/**
 * Remounts the chat when another user signs in, to discard the previous user's drafts and unsent
 * messages.
 */
function Own({ userId }: { userId: string | null }) {
  return userId === null ? <VisitorChat /> : <UserChat key={userId} />;
}

export function UserChat() {
  const { isOpen } = useChat();
  const meQuery = useQuery(apiQuery("getMe"));
  const { data: me } = meQuery;
  const { isTaking } = useVisitorChat();
  if (me === undefined || isTaking) {
    return (
      <div className="p-4">
        <Loaded query={meQuery}>{() => <SkeletonLines count={3} />}</Loaded>
      </div>
    );
  }
  if (me.isAnonymous) {
    return (
      <div className="p-4">
        <Note>{texts.accountNeeded}</Note>
      </div>
    );
  }
  return (
    <Conversation
      source={userChat}
      isOpen={isOpen}
      isFocused
      here={texts.here}
      away={texts.awayUser}
      onUnread={setChatUnread}
    >
      {me.isAdmin ? (
        <p>
          {texts.desk}{" "}
          <Link {...paths.adminSupport} onClick={() => setChatOpen(false)}>
            {texts.deskLink}
          </Link>
        </p>
      ) : null}
    </Conversation>
  );
}

function VisitorChat() {
  const { isOpen } = useChat();
  return (
    <Conversation
      source={visitorChat}
      isOpen={isOpen}
      isFocused
      here={texts.here}
      away={texts.awayVisitor}
      onUnread={setChatUnread}
    />
  );
}
