/** Notices about requests without a response, above every page of a signed-in user. */
import { lazy, Suspense, useEffect, useState } from "react";
import {
  followUnanswered,
  unansweredRequests,
  type Unanswered,
} from "../../data/api/idempotency-key.ts";

const UnansweredRequests = lazy(async () => ({
  default: (await import("./UnansweredRequests.tsx")).UnansweredRequests,
}));

export function UnansweredArea({ userId }: { userId: string }) {
  const requests = useUnanswered(userId);
  if (requests.length === 0) return null;
  return (
    <Suspense>
      <UnansweredRequests requests={requests} />
    </Suspense>
  );
}

function useUnanswered(userId: string): readonly Unanswered[] {
  const [requests, setRequests] = useState(() => unansweredRequests(userId));
  useEffect(() => {
    const follow = () => setRequests(unansweredRequests(userId));
    follow();
    return followUnanswered(follow);
  }, [userId]);
  return requests;
}
