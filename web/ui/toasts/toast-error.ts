/** Shows a notice with the title and text of the server's refusal. */
import { asApiError } from "../../data/api/api-error.ts";
import { toast } from "./toast-store.ts";

export function toastError(error: unknown): void {
  const { title, text } = asApiError(error);
  toast({ title, description: text, variant: "destructive" });
}
