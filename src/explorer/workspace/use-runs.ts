import { useRef, useState } from "react";
import type { RequestText } from "../connect/graphql-over-http.ts";
import type { KeyKind } from "../connect/key.ts";
import { sendRequest } from "../connect/send-request.ts";
import { subscribe } from "../connect/subscribe.ts";
import type { FinishedRun, RowsBefore } from "../response/finished-run.ts";
import type { Notice } from "../response/notices/notice.ts";
import {
  addEvent,
  beginStream,
  isLive,
  type Stream,
  togglePause,
} from "../response/stream/stream.ts";
import { toRequest } from "./to-request.ts";

interface TabRun {
  readonly run: FinishedRun | null;
  readonly stream: Stream | null;
  readonly mistake: Notice | null;
  readonly isRunning: boolean;
}

interface RequestKey {
  readonly text: string;
  readonly kind: KeyKind;
}

const idle: TabRun = { run: null, stream: null, mistake: null, isRunning: false };

export function useRuns() {
  const [byTab, setByTab] = useState<ReadonlyMap<string, TabRun>>(new Map());
  const controllers = useRef(new Map<string, AbortController>());
  const update = (id: string, change: Change) =>
    setByTab((all) => {
      const before = all.get(id) ?? idle;
      return new Map(all).set(id, { ...before, ...change(before) });
    });
  const begin = (id: string): RunControl => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    return { signal: controller.signal, update: (change) => update(id, change) };
  };
  const stop = (id: string) => {
    controllers.current.get(id)?.abort();
    controllers.current.delete(id);
    update(id, ({ stream }) => ({
      isRunning: false,
      stream: stream && isLive(stream) ? { ...stream, state: "stopped" } : stream,
    }));
  };
  return {
    of: (id: string) => byTab.get(id) ?? idle,
    stop,
    async start(
      id: string,
      text: RequestText,
      options: {
        readonly operationName: string | undefined;
        readonly key: RequestKey;
        readonly explains: boolean;
        readonly rowsBefore: RowsBefore;
      },
    ) {
      stop(id);
      const { key, explains, rowsBefore } = options;
      const outcome = toRequest(text, options.operationName);
      if (!("request" in outcome)) {
        update(id, () => ({ run: null, stream: null, mistake: outcome }));
        return;
      }
      const { request, isSubscription } = outcome;
      if (isSubscription) {
        await runSubscription(beginStream({ text, request, keyKind: key.kind }), key, begin(id));
      } else {
        await runQuery({ text, request, rowsBefore }, { key, explains }, begin(id));
      }
    },
    pause: (id: string) => update(id, ({ stream }) => ({ stream: stream && togglePause(stream) })),
    async resume(id: string, key: RequestKey) {
      const stream = byTab.get(id)?.stream;
      if (stream) await runSubscription(stream, key, begin(id));
    },
    drop(id: string) {
      stop(id);
      setByTab((all) => new Map([...all].filter(([tabId]) => tabId !== id)));
    },
  };
}

type Change = (before: TabRun) => Partial<TabRun>;

interface RunControl {
  readonly signal: AbortSignal;
  readonly update: (change: Change) => void;
}

async function runQuery(
  query: Pick<FinishedRun, "text" | "request" | "rowsBefore">,
  { key, explains }: { readonly key: RequestKey; readonly explains: boolean },
  { signal, update }: RunControl,
): Promise<void> {
  update(() => ({ isRunning: true, stream: null, mistake: null }));
  try {
    const outcome = await sendRequest(query.request, { key: key.text, explains, signal });
    update(() => ({ run: { ...query, outcome, keyKind: key.kind }, isRunning: false }));
  } catch {
    // The user stopped it: the earlier response stays.
  }
}

async function runSubscription(
  stream: Stream,
  key: RequestKey,
  { signal, update }: RunControl,
): Promise<void> {
  const { text, request, lastId: after } = stream;
  const begun: Stream = { ...stream, keyKind: key.kind, state: "connecting", failure: null };
  update(() => ({ run: null, stream: begun, mistake: null, isRunning: true }));
  const updateStream = (change: (current: Stream) => Stream) =>
    update((before) => ({ stream: before.stream && change(before.stream) }));
  try {
    const end = await subscribe(request, {
      key: key.text,
      signal,
      after,
      onOpen: () => updateStream((current) => ({ ...current, state: "listening" })),
      onEvent: (body, id) =>
        updateStream((current) => addEvent(current, { body, id, at: Date.now() })),
    });
    if (typeof end === "string") updateStream((current) => ({ ...current, state: end }));
    else {
      const run = { text, request, outcome: end, rowsBefore: {}, keyKind: key.kind };
      update(() => ({ run, stream: null }));
    }
    update(() => ({ isRunning: false }));
  } catch {
    // The user stopped it: the events stay.
  }
}
