import { type GraphQLNamedType, type GraphQLSchema, printSchema } from "graphql";
import { use, useState } from "react";
import { proposeOwnFields } from "../../../gateway/resolvers/own-fields/propose.ts";
import { StructuresContext } from "../../connect/structures.ts";
import { Prose } from "../../prose.tsx";
import { download } from "../../response/download.ts";
import { fieldsOf, TypeDocs, TypeLink } from "./type-docs.tsx";

interface OpenProps {
  readonly schema: GraphQLSchema;
  readonly onOpen: (name: string) => void;
}

export function DocsPanel({
  schema,
  introspection,
  trail,
  onTrail,
  onReload,
}: {
  readonly schema: GraphQLSchema;
  readonly introspection: object;
  /** What was opened, as `Type` or `Type.field`. The last is shown; without any, the overview. */
  readonly trail: readonly string[];
  readonly onTrail: (trail: readonly string[]) => void;
  readonly onReload: () => void;
}) {
  const [search, setSearch] = useState("");
  const text = search.trim();
  const open = (name: string) => {
    setSearch("");
    onTrail([...trail, name]);
  };
  const [typeName = "", fieldName] = (trail.at(-1) ?? "").split(".");
  const type = schema.getType(typeName);
  return (
    <div className="docs">
      <input
        type="search"
        value={search}
        placeholder="Search fields and types"
        aria-label="Search the documentation"
        onChange={(event) => setSearch(event.target.value)}
      />
      {text !== "" ? (
        <SearchResults schema={schema} text={text} onOpen={open} />
      ) : type === undefined ? (
        <>
          <TakeAlong schema={schema} introspection={introspection} onReload={onReload} />
          <Overview schema={schema} onOpen={open} />
        </>
      ) : (
        <>
          <button type="button" className="link" onClick={() => onTrail(trail.slice(0, -1))}>
            ← {trail.at(-2) ?? "All"}
          </button>
          {/* Another place begins at its own top. */}
          <TypeDocs
            key={`${trail.length} ${trail.at(-1)}`}
            schema={schema}
            type={type}
            field={fieldName}
            onOpen={open}
          />
        </>
      )}
    </div>
  );
}

function TakeAlong({
  schema,
  introspection,
  onReload,
}: {
  readonly schema: GraphQLSchema;
  readonly introspection: object;
  readonly onReload: () => void;
}) {
  const structures = use(StructuresContext);
  const [hasNone, setHasNone] = useState(false);
  const takeOwnFields = async () => {
    const found = await structures.load();
    const tag = { items: found?.tag ?? [], data: [] };
    const terminal = { items: found?.terminal ?? [], data: [] };
    const sdl = proposeOwnFields({ tag, terminal }, []);
    setHasNone(sdl === null);
    if (sdl !== null) download(sdl, "own-fields.graphql", "text/plain");
  };
  const json = () => `${JSON.stringify({ data: introspection }, null, 2)}\n`;
  return (
    <section className="take-along" aria-label="Take the schema along">
      <div className="row">
        <h2>Take along</h2>
        <span className="gap" />
        <button type="button" className="link" title="Fetch the schema again" onClick={onReload}>
          Reload
        </button>
      </div>
      <div className="row">
        <button
          type="button"
          title="Download schema.graphql"
          onClick={() => download(`${printSchema(schema)}\n`, "schema.graphql", "text/plain")}
        >
          SDL
        </button>
        <button
          type="button"
          title="Download schema.json, for code generators"
          onClick={() => download(json(), "schema.json", "application/json")}
        >
          Introspection
        </button>
        <button
          type="button"
          title="Download own-fields.graphql, as the project's structures propose it"
          onClick={() => void takeOwnFields()}
        >
          Own fields
        </button>
      </div>
      {hasNone && <p role="status">This key reads no structure.</p>}
    </section>
  );
}

function Overview({ schema, onOpen }: OpenProps) {
  const query = schema.getQueryType();
  const types = listTypes(schema).filter((type) => type !== query);
  return (
    <>
      {query && <TypeDocs schema={schema} type={query} onOpen={onOpen} />}
      <h3>Types</h3>
      <ul>
        {types.map((type) => (
          <li key={type.name}>
            <TypeLink to={type.name} label={type.name} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  );
}

const maxResults = 60;

function SearchResults({ schema, text, onOpen }: OpenProps & { readonly text: string }) {
  const found = search(schema, text.toLowerCase()).slice(0, maxResults);
  if (found.length === 0) return <p className="hint">No type or field matches.</p>;
  return (
    <ul className="docs-found">
      {found.map(({ name, description }) => (
        <li key={name} className="docs-field">
          <TypeLink to={name} label={name} onOpen={onOpen} />
          <p className="muted">
            <Prose text={description ?? ""} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function search(schema: GraphQLSchema, text: string) {
  const named = listTypes(schema).flatMap((type) => [
    { own: type.name, name: type.name, description: type.description },
    ...fieldsOf(type).map((field) => ({
      own: field.name,
      name: `${type.name}.${field.name}`,
      description: field.description,
    })),
  ]);
  const rank = (one: (typeof named)[number]) => {
    const [own, name] = [one.own.toLowerCase(), one.name.toLowerCase()];
    const ranks = [name === text, own === text, own.startsWith(text), name.includes(text)];
    return ranks.indexOf(true);
  };
  return named.filter((one) => rank(one) >= 0).toSorted((one, other) => rank(one) - rank(other));
}

function listTypes(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
