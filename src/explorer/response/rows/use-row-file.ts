import { useRef, useState } from "react";
import type { GraphQLRequest } from "../../connect/graphql-over-http.ts";
import type { KeyKind } from "../../connect/key.ts";
import { post, readResponse } from "../../connect/send-request.ts";
import { formatCount } from "../../format.ts";
import { download } from "../download.ts";
import { explainRefusedFile } from "../notices/explain-outcome.ts";
import { errorNotice, type Notice, warningNotice } from "../notices/notice.ts";
import { createRowCounter, type RowForm } from "./row-counter.ts";

export interface RowFile {
  readonly name: string;
  /** How many rows have come, in words. */
  readonly count: string;
  /** How it ended; null while it comes. */
  readonly end: readonly Notice[] | null;
}

const mediaTypes = { csv: "text/csv", ndjson: "application/x-ndjson" } as const;

/** A file of all rows of a list, one at a time. What has not come whole is not saved. */
export function useRowFile(key: { readonly text: string; readonly kind: KeyKind }) {
  const [file, setFile] = useState<RowFile | null>(null);
  const controller = useRef<AbortController>(null);
  return {
    file,
    stop: () => controller.current?.abort(),
    forgetEnded: () => setFile((before) => (before?.end ? null : before)),
    /** @param total how many rows there will be; null if that is unknown. */
    async start(request: GraphQLRequest, form: RowForm, title: string, total: number | null) {
      const type = mediaTypes[form];
      const name = `${title}.${form}`;
      const of = total === null ? "" : ` of ${total.toLocaleString("en")}`;
      let count = "";
      const show = (rows: number) => {
        count = formatCount(rows, "row") + of;
        setFile({ name, count, end: null });
      };
      const end = (...notices: readonly Notice[]) => setFile({ name, count, end: notices });
      show(0);
      controller.current = new AbortController();
      const { signal } = controller.current;
      try {
        const response = await post(request, { key: key.text, signal }, { Accept: type });
        const { body, headers } = response;
        if (body === null || !headers.get("content-type")?.startsWith(type)) {
          const outcome = await readResponse(response, performance.now());
          return end(...explainRefusedFile(outcome, key.kind));
        }
        const countRows = createRowCounter(form);
        const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            show(countRows(chunk));
            controller.enqueue(chunk);
          },
        });
        download(await new Response(body.pipeThrough(counted)).blob(), name, type);
        end({ tone: "done", title: `${name} is saved`, detail: `${count}.` });
      } catch {
        if (signal.aborted) return end(warningNotice("Stopped", `${name} is not saved.`));
        const why = "If the connection was not lost, the gateway's log says why.";
        end(errorNotice(`${name} broke off, and is not saved`, `${count} had come. ${why}`));
      }
    },
  };
}
