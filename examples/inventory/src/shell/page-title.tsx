import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { takeArrival } from "./arrival.ts";

/**
 * The heading of a page, and its title in the browser. It takes the focus when a link opens the page. After going back, the link
 * by which the user left takes it.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the page opens.
  useEffect(() => {
    takeArrival(router.state.location.href, heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title} {children}
    </h1>
  );
}
