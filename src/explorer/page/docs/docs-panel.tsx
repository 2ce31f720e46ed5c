import type { GraphQLSchema } from "graphql";
import { useState } from "react";
import { listTypes, SearchResults } from "./search-results.tsx";
import { type OpenProps, TypeDocs, TypeLink } from "./type-docs.tsx";

interface DocsProps {
  readonly schema: GraphQLSchema;
  /** The names of the types opened one after another, the last of which is shown; empty for the overview. */
  readonly trail: readonly string[];
  readonly onTrail: (trail: readonly string[]) => void;
  /** Shown with the overview. */
  readonly takeAlong: React.ReactNode;
}

export function DocsPanel({ schema, trail, onTrail, takeAlong }: DocsProps) {
  const [search, setSearch] = useState("");
  const text = search.trim();
  const open = (name: string) => {
    setSearch("");
    onTrail([...trail, name]);
  };
  return (
    <div className="docs">
      <input
        type="search"
        value={search}
        placeholder="Search fields and types"
        aria-label="Search the documentation"
        onChange={(event) => setSearch(event.target.value)}
      />
      {text === "" ? (
        <>
          {trail.length === 0 && takeAlong}
          <TrailDocs schema={schema} trail={trail} onTrail={onTrail} onOpen={open} />
        </>
      ) : (
        <SearchResults schema={schema} text={text} onOpen={open} />
      )}
    </div>
  );
}

function TrailDocs({ schema, trail, onTrail, onOpen }: Omit<DocsProps, "takeAlong"> & OpenProps) {
  const shown = schema.getType(trail.at(-1) ?? "");
  if (shown === undefined) return <Overview schema={schema} onOpen={onOpen} />;
  return (
    <>
      <nav className="docs-trail">
        <button type="button" className="link" onClick={() => onTrail(trail.slice(0, -1))}>
          ← {trail.at(-2) ?? "All"}
        </button>
      </nav>
      <TypeDocs schema={schema} type={shown} onOpen={onOpen} />
    </>
  );
}

function Overview({ schema, onOpen }: OpenProps) {
  const query = schema.getQueryType();
  const types = listTypes(schema).filter((type) => type !== query);
  return (
    <>
      {query && <TypeDocs schema={schema} type={query} onOpen={onOpen} />}
      <h3>Types</h3>
      <ul className="docs-types">
        {types.map((type) => (
          <li key={type.name}>
            <TypeLink type={type.name} label={type.name} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}
