import { type GraphQLSchema, printSchema } from "graphql";
import { download } from "../../response/download.ts";

/** Downloads of the schema: for people as SDL, and for code generators as the introspection's result. */
export function TakeAlong({
  schema,
  introspection,
}: {
  readonly schema: GraphQLSchema;
  readonly introspection: object;
}) {
  const json = () => `${JSON.stringify({ data: introspection }, null, 2)}\n`;
  return (
    <section className="take-along" aria-label="Take the schema along">
      <h3>Take along</h3>
      <button
        type="button"
        title="Download schema.graphql"
        onClick={() => download(`${printSchema(schema)}\n`, "schema.graphql", "text/plain")}
      >
        SDL
      </button>{" "}
      <button
        type="button"
        title="Download schema.json, for code generators"
        onClick={() => download(json(), "schema.json", "application/json")}
      >
        Introspection
      </button>
    </section>
  );
}
