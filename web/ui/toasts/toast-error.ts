/** Shows a refusal of the server as a notice with its title and text. */
import { asApiError } from "../../data/api/api-error.ts";
import { toast } from "./toast-store.ts";

export function toastError(error: unknown): void {
  const { title, text } = asApiError(error);
  toast({ title, description: text, variant: "destructive" });
}
