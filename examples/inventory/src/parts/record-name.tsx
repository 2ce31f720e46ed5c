import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Coil } from "./coil.tsx";
import { Device } from "./device.tsx";
import { toTitle } from "./name.ts";

interface NameProps {
  readonly name: string;
  readonly isActive: boolean;
  /** A note below the name. */
  readonly children: ReactNode;
}

/** A tag in a table: its picture, its name as a link to its page, and a note. */
export function TagName({
  tagId,
  name,
  isActive,
  children,
}: NameProps & { readonly tagId: string }) {
  return (
    <span className="name-cell">
      <Coil id={tagId} isActive={isActive} />
      <span className="name-lines">
        <Link to="/tags/$tagId" params={{ tagId }} className="row-link">
          {toTitle(name, tagId)}
        </Link>
        <span className="name-note">{children}</span>
      </span>
    </span>
  );
}

/** A terminal in a table: its picture, its name as a link to its page, and a note. */
export function TerminalName({
  terminalId,
  name,
  isActive,
  children,
}: NameProps & { readonly terminalId: string }) {
  return (
    <span className="name-cell">
      <Device isActive={isActive} />
      <span className="name-lines">
        <Link to="/terminals/$terminalId" params={{ terminalId }} className="row-link">
          {toTitle(name, terminalId)}
        </Link>
        <span className="name-note">{children}</span>
      </span>
    </span>
  );
}
