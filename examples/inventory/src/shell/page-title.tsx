import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { takeArrival } from "./arrival.ts";

/**
 * The heading of a page, and its name in the browser. Who comes to the page by a link begins here; who comes back begins at
 * the link that led away.
 */
export function PageTitle({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  useEffect(() => {
    document.title = `${title} · Inventory`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival.
  useEffect(() => {
    takeArrival(router.state.location.href, heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title} {children}
    </h1>
  );
}
