const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

/** A point in time as its day. The tooltip adds the time. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="none">not known</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={moment.format(date)}>
      {day.format(date)}
    </time>
  );
}
