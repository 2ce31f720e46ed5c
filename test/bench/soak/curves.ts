import type { SoakResult } from "./report.ts";

const width = 640;
const height = 260;
const margin = { left: 44, right: 12, top: 26, bottom: 28 };

/** The curves, by the measure that each shows. */
const curves = [
  { measure: "RSS, MiB", label: "RSS, MiB", colour: "rss", left: 0 },
  {
    measure: "heap after a collection, MiB",
    label: "heap after a collection",
    colour: "heap",
    left: 60,
  },
  { measure: "descriptors", label: "descriptors", colour: "files", left: 262 },
] as const;

const style = `
  text { font: 11px system-ui, sans-serif; fill: #57606a }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .kill { stroke: #cf222e; stroke-width: 1; stroke-dasharray: 3 3 }
  .line { fill: none; stroke-width: 1.8; stroke-linejoin: round }
  .rss { stroke: #0969da } .heap { stroke: #1a7f37 } .files { stroke: #9a6700 }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .grid { stroke: #3d444d } .kill { stroke: #f85149 }
    .rss { stroke: #4493f8 } .heap { stroke: #3fb950 } .files { stroke: #d29922 }
  }
`;

/** Draws how the gateway that lived through the run went, as an SVG that reads on light and dark pages. */
export function drawCurves({ minutes, measurements, disturbances }: SoakResult): string {
  const { steady, startedAt } = measurements;
  const values = steady.flatMap((sample) => curves.map(({ measure }) => sample.values[measure]));
  const top = niceTop(Math.max(1, ...values));
  const x = (minute: number) =>
    (margin.left + (minute / minutes) * (width - margin.left - margin.right)).toFixed(1);
  const y = (value: number) =>
    (height - margin.bottom - (value / top) * (height - margin.top - margin.bottom)).toFixed(1);
  const marks = [0, 1, 2, 3, 4].map((quarter) => (top * quarter) / 4);
  const times = [0, 1, 2, 3, 4, 5, 6].map((sixth) => (minutes * sixth) / 6);
  const kills = disturbances.killTimes.map((time) => x((time - startedAt) / 60_000));
  const [start, end] = [x(0), x(minutes)];
  const parts = [
    ...marks.map((mark) => `<path class="grid" d="M${start} ${y(mark)}H${end}"/>`),
    ...marks.map(
      (mark) =>
        `<text x="${margin.left - 6}" y="${y(mark)}" dy="4" text-anchor="end">${mark}</text>`,
    ),
    ...times.map(
      (time) =>
        `<text x="${x(time)}" y="${height - 8}" text-anchor="middle">${formatTime(time)}</text>`,
    ),
    ...kills.map((at) => `<path class="kill" d="M${at} ${y(top)}V${y(0)}"/>`),
    ...curves.map(({ measure, colour }) => {
      const points = steady.map(({ minute, values: of }) => `${x(minute)} ${y(of[measure])}`);
      return `<path class="line ${colour}" d="M${points.join("L")}"/>`;
    }),
    ...curves.map(({ label, colour, left }) => {
      const at = margin.left + left;
      return `<path class="line ${colour}" d="M${at} 12h16"/><text x="${at + 20}" y="16">${label}</text>`;
    }),
    `<path class="kill" d="M${margin.left + 356} 12h16"/><text x="${margin.left + 376}" y="16">the other gateway killed</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Memory and descriptors of a gateway over ${minutes} minutes"><style>${style}</style>
${parts.join("\n")}
</svg>
`;
}

function formatTime(minute: number): string {
  return minute === 0 ? "0 minutes" : String(Number(minute.toFixed(1)));
}

/** A round number that is not below this one. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 6, 8, 10].find((step) => step * unit >= value) ?? 10) * unit;
}
