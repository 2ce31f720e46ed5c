import { useRef, useState } from "react";
import type { Run } from "../answer/answer-panel.tsx";
import type { RequestText } from "../answer/request/edit-request.ts";
import {
  addEvent,
  beginStream,
  isLive,
  type Stream,
  togglePause,
} from "../answer/stream/stream.ts";
import { listen as listenTo } from "../connect/listen.ts";
import type { Notice } from "../connect/notices.ts";
import { sendRequest } from "../connect/request.ts";
import { prepareRequest } from "./run.ts";

interface TabRun {
  readonly run: Run | null;
  /** The subscription, if that is what ran. */
  readonly stream: Stream | null;
  readonly mistake: Notice | null;
  readonly isRunning: boolean;
}

interface Key {
  readonly text: string;
  readonly isSample: boolean;
}

interface RunContext {
  readonly key: Key;
  readonly rowsBefore: Run["rowsBefore"];
}

const idle: TabRun = { run: null, stream: null, mistake: null, isRunning: false };

/** The latest run of each tab, in memory only. A tab has one run at a time: a new one stops the old. */
export function useRuns() {
  const [byTab, setByTab] = useState<ReadonlyMap<string, TabRun>>(new Map());
  const underWay = useRef(new Map<string, AbortController>());
  const change = (id: string, how: (before: TabRun) => Partial<TabRun>) =>
    setByTab((all) => {
      const before = all.get(id) ?? idle;
      return new Map(all).set(id, { ...before, ...how(before) });
    });
  const set = (id: string, to: Partial<TabRun>) => change(id, () => to);
  const setStream = (id: string, how: (stream: Stream) => Stream) =>
    change(id, ({ stream }) => ({ stream: stream && how(stream) }));
  const stop = (id: string) => {
    underWay.current.get(id)?.abort();
    underWay.current.delete(id);
    set(id, { isRunning: false });
    setStream(id, (stream) => (isLive(stream) ? { ...stream, state: "stopped" } : stream));
  };
  const begin = (id: string): AbortSignal => {
    const controller = new AbortController();
    underWay.current.set(id, controller);
    return controller.signal;
  };
  const start = async (id: string, text: RequestText, { key, rowsBefore }: RunContext) => {
    stop(id);
    const prepared = prepareRequest(text.query, text.variables);
    if (prepared.kind === "mistake") {
      const { title, detail } = prepared;
      set(id, { run: null, stream: null, mistake: { tone: "error", title, detail } });
      return;
    }
    const { request, isSubscription } = prepared;
    const facts = { request, hadKey: key.text !== "", hadSampleKey: key.isSample };
    if (isSubscription) {
      await listen(id, beginStream(facts), key);
      return;
    }
    const signal = begin(id);
    set(id, { isRunning: true, stream: null, mistake: null });
    try {
      const answer = await sendRequest(request, { key: key.text, signal });
      set(id, { run: { text, answer, rowsBefore, ...facts }, isRunning: false });
    } catch {
      // The user stopped it: the earlier answer stays.
    }
  };
  /** Listens to a stream, from its last event on if it has one. */
  const listen = async (id: string, stream: Stream, key: Key) => {
    const signal = begin(id);
    const { request, lastId: after } = stream;
    const facts = { hadKey: key.text !== "", hadSampleKey: key.isSample };
    const begun: Stream = { ...stream, ...facts, state: "asking", failure: null };
    set(id, { run: null, stream: begun, mistake: null, isRunning: true });
    try {
      const end = await listenTo(request, {
        ...{ key: key.text, signal, after },
        onOpen: () => setStream(id, (opened) => ({ ...opened, state: "listening" })),
        onEvent: (body, eventId) =>
          setStream(id, (current) => addEvent(current, { body, id: eventId, at: Date.now() })),
      });
      if (typeof end === "string") setStream(id, (ended) => ({ ...ended, state: end }));
      else set(id, { run: toRun(request, end, facts), stream: null });
      set(id, { isRunning: false });
    } catch {
      // The user stopped it: the events stay.
    }
  };
  const pause = (id: string) => setStream(id, togglePause);
  const drop = (id: string) => {
    stop(id);
    setByTab((all) => new Map([...all].filter(([tabId]) => tabId !== id)));
  };
  return { of: (id: string) => byTab.get(id) ?? idle, start, listen, pause, stop, drop };
}

/** The answer that came in place of a stream, as a run. */
function toRun(
  request: Run["request"],
  answer: Run["answer"],
  facts: Pick<Run, "hadKey" | "hadSampleKey">,
): Run {
  const text = { query: request.query, variables: JSON.stringify(request.variables ?? {}) };
  return { text, request, answer, rowsBefore: {}, ...facts };
}
