/** Sends news to all users who enabled Promotions & News. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { adminLimits } from "../../../api/limits.ts";
import { api } from "../../data/api/call.ts";
import { wholeText } from "../../ui/preferences/number-marks.ts";
import { useRequestId } from "../../features/support/use-request-id.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/forms/Field.tsx";
import { Panel } from "../../ui/layout/Panel.tsx";
import { TextArea } from "../../ui/forms/TextArea.tsx";
import { toastError } from "../../ui/toasts/toast-error.ts";
import { toast } from "../../ui/toasts/toast-store.ts";
import { NEWS_KEY, NewsList } from "./NewsList.tsx";
import { newsTexts as texts } from "./strings.ts";

const { subjectCharacters, textCharacters } = adminLimits.message;

const textOf = (missing: string, max: number) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(max, texts.titleLong(max)));

const newsForm = z.object({
  title: textOf(texts.titleMissing, subjectCharacters),
  text: textOf(texts.textMissing, textCharacters),
});

type NewsInput = z.infer<typeof newsForm>;

export function NewsPanel() {
  const { register, handleSubmit, reset, formState } = useForm<NewsInput>({
    resolver: zodResolver(newsForm),
    defaultValues: { title: "", text: "" },
  });
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  const send = useMutation({
    mutationFn: (news: NewsInput) =>
      api("announceNews", { body: { ...news, requestId: idOf(JSON.stringify(news)) } }),
    onSuccess({ readers }) {
      forget();
      reset();
      toast({ title: texts.sentTitle, description: texts.sentText(wholeText(readers)) });
      void queryClient.invalidateQueries({ queryKey: NEWS_KEY });
    },
    onError: toastError,
  });
  const submit = (news: NewsInput) => {
    if (!send.isPending) send.mutate(news);
  };
  const field = (name: keyof NewsInput) => ({
    ...register(name),
    error: formState.errors[name]?.message,
    readOnly: send.isPending,
    required: true,
  });
  return (
    <Panel title={texts.panel} foot={texts.foot} isFlush>
      <form
        className="grid gap-4 p-5 max-md:p-4"
        method="post"
        noValidate
        onSubmit={(event) => void handleSubmit(submit)(event)}
      >
        <Field label={texts.title} autoComplete="off" {...field("title")} />
        <TextArea label={texts.text} rows={6} {...field("text")} />
        <div>
          <Button type="submit" isBusy={send.isPending} busyLabel={texts.sending}>
            {texts.send}
          </Button>
        </div>
      </form>
      <NewsList />
    </Panel>
  );
}
