import { memo, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../../format.ts";
import { explainResponseBody } from "../notices/explain-outcome.ts";
import { NoticeList } from "../notices/notice-list.tsx";
import { isLive, maxEvents, type Stream, type StreamEvent, summarizeEvent } from "./stream.ts";

/** How often screen readers announce the count. Each event would drown out everything else. */
const announceMs = 5000;

export function StreamPanel({
  stream,
  onPause,
  onStop,
  onResume,
}: {
  readonly stream: Stream;
  readonly onPause: () => void;
  readonly onStop: () => void;
  readonly onResume: () => void;
}) {
  const { events, count } = stream.paused ?? stream;
  const waiting = stream.count - count;
  return (
    <section className="response" aria-label="Response">
      <div className="bar row">
        <span className={`stream-state is-${stateOf(stream)}`} role="status">
          {stateLabels[stateOf(stream)]}
        </span>
        <span className="muted facts small">{formatCount(count, "event")}</span>
        <AnnouncedCount text={formatCount(stream.count, "event")} />
        <span className="gap" />
        {(isLive(stream) || stream.paused) && (
          <button type="button" onClick={onPause}>
            {stream.paused ? `Show ${waiting} more` : "Pause"}
          </button>
        )}
        {isLive(stream) && (
          <button type="button" onClick={onStop}>
            Stop listening
          </button>
        )}
        {!isLive(stream) && stream.lastId !== null && (
          <button type="button" onClick={onResume}>
            Resume after the last event
          </button>
        )}
      </div>
      <StreamNotices stream={stream} />
      {events.length === 0 ? (
        <p className="empty">
          {isLive(stream) ? "Events are listed here as they arrive." : "No events arrived."}
        </p>
      ) : (
        <ol className="events scroll" aria-label="Events, newest first">
          {events.map((event) => (
            <EventItem key={event.number} event={event} />
          ))}
        </ol>
      )}
      {count > events.length && <p className="hint">Only the last {maxEvents} events are kept.</p>}
    </section>
  );
}

const stateLabels = {
  connecting: "Connecting…",
  listening: "Listening",
  paused: "Paused",
  stopped: "Stopped",
  complete: "Ended",
  lost: "Connection lost",
} as const;

function stateOf({ state, paused }: Stream): keyof typeof stateLabels {
  return paused && state === "listening" ? "paused" : state;
}

function StreamNotices({ stream }: { readonly stream: Stream }) {
  const { failure, state, keyKind } = stream;
  const notices = useMemo(
    () => (failure ? explainResponseBody(failure, keyKind) : []),
    [failure, keyKind],
  );
  const end = failure === null ? endNotices[state] : undefined;
  if (notices.length === 0 && end === undefined) return null;
  return (
    <div className="notices" role="status">
      <NoticeList notices={notices} />
      {end && (
        <p className="notice is-warning">
          <strong>{end[0]}</strong> {end[1]}
        </p>
      )}
    </div>
  );
}

const endNotices: Partial<Record<Stream["state"], readonly [string, string]>> = {
  complete: [
    "The gateway has ended the stream.",
    "It may be restarting. Run the subscription again to continue.",
  ],
  lost: [
    "The connection was lost.",
    "The gateway or the network may be down, or a proxy may have cut a connection that lasted too long.",
  ],
};

/** The count for screen readers. It changes only now and then, so that it interrupts nothing. */
function AnnouncedCount({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState("");
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(latest.current), announceMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="unseen" aria-live="polite">
      {announced}
    </span>
  );
}

const EventItem = memo(function EventItem({ event }: { readonly event: StreamEvent }) {
  const [isOpen, setIsOpen] = useState(false);
  const { kind, text } = useMemo(() => summarizeEvent(event.body), [event]);
  const hasErrors = event.body.errors !== undefined;
  return (
    <li className="event">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <time className="small" dateTime={new Date(event.at).toISOString()}>
            {formatTime(event.at)}
          </time>
          {kind !== "" && <span className={`kind is-${kind.toLowerCase()}`}>{kind}</span>}
          {hasErrors && <span className="kind is-removed">with errors</span>}
          <span className="cut">{text}</span>
        </summary>
        {isOpen && <pre>{JSON.stringify(event.body, null, 2)}</pre>}
      </details>
    </li>
  );
});

function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}
