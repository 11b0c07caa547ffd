/**
 * Says that a part of the app could not be fetched. A script that did not load stays failed for as
 * long as its page is open, so what helps is to load the page again.
 */
import { toast } from "./toast-store.ts";

export function notLoaded(title: string): void {
  toast({
    title,
    description: "Check the connection, then load the page again.",
    variant: "destructive",
    action: { label: "Load again", run: () => location.reload() },
  });
}
