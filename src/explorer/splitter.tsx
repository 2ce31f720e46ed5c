import { useRef, useState } from "react";

const [min, max, step] = [15, 85, 2];

/**
 * A line between two panes that the pointer or the arrow keys move. It gives the area of both the
 * share of the first (of the lower one, if they are one above the other) as a custom property, in
 * percent.
 */
export function Splitter({
  label,
  area,
  property,
  orientation,
  first,
}: {
  readonly label: string;
  readonly area: string;
  readonly property: `--${string}`;
  readonly orientation: "vertical" | "horizontal";
  readonly first: number;
}) {
  const line = useRef<HTMLHRElement>(null);
  const [share, setShare] = useState(first);
  const move = (to: number) => {
    const next = Math.round(Math.min(Math.max(to, min), max));
    setShare(next);
    line.current?.closest<HTMLElement>(area)?.style.setProperty(property, `${next}%`);
  };
  const isVertical = orientation === "vertical";
  const moves: Readonly<Record<string, number>> = isVertical
    ? { ArrowLeft: -step, ArrowRight: step }
    : { ArrowDown: -step, ArrowUp: step };
  return (
    <hr
      ref={line}
      className={`splitter is-${orientation}`}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={share}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={(event) => {
        const by = moves[event.key];
        if (by === undefined) return;
        event.preventDefault();
        move(share + by);
      }}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        const box = currentTarget.closest(area)?.getBoundingClientRect();
        if (!box || !currentTarget.hasPointerCapture(pointerId)) return;
        move(
          isVertical
            ? ((clientX - box.left) / box.width) * 100
            : ((box.bottom - clientY) / box.height) * 100,
        );
      }}
    />
  );
}
