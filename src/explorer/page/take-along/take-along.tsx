import { type GraphQLSchema, printSchema } from "graphql";
import { useState } from "react";
import type { LoadStructures } from "../../connect/structures.ts";
import { CopyButton } from "../../copy.tsx";
import type { CopySource } from "../../copy-source.ts";
import { download } from "../../response/download.ts";
import { printTypes } from "./print-types.ts";

interface TakeAlongProps {
  readonly schema: GraphQLSchema;
  /** The result of the introspection query, as tools take it. */
  readonly introspection: object;
  readonly onLoadStructures: LoadStructures;
}

interface Piece {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly mediaType: string;
  readonly read: () => CopySource | Promise<CopySource>;
}

/** The schema to copy or download: as SDL, as introspection JSON, and the project's additional data as TypeScript types. */
export function TakeAlong({ schema, introspection, onLoadStructures }: TakeAlongProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const pieces: readonly Piece[] = [
    {
      name: "SDL",
      title: "The schema as a .graphql file",
      file: "schema.graphql",
      mediaType: "text/plain",
      read: () => ({ text: `${printSchema(schema)}\n` }),
    },
    {
      name: "Introspection",
      title: "The schema as JSON, for code generators",
      file: "schema.json",
      mediaType: "application/json",
      read: () => ({ text: `${JSON.stringify({ data: introspection }, null, 2)}\n` }),
    },
    {
      name: "Types",
      title: "TypeScript types of the project's additional data, as `tapgraph types` prints them",
      file: "additional-data.ts",
      mediaType: "text/plain",
      read: async () => {
        const result = await onLoadStructures();
        return "problem" in result ? result : { text: printTypes(result.structures) };
      },
    },
  ];
  return (
    <section className="take-along" aria-label="Take the schema along">
      <h2>Take along</h2>
      <ul>
        {pieces.map((piece) => (
          <PieceRow key={piece.name} piece={piece} onProblem={setProblem} />
        ))}
      </ul>
      <div role="status">{problem !== null && <p className="notice is-warning">{problem}</p>}</div>
    </section>
  );
}

interface PieceRowProps {
  readonly piece: Piece;
  readonly onProblem: (problem: string | null) => void;
}

function PieceRow({ piece: { name, title, file, mediaType, read }, onProblem }: PieceRowProps) {
  const save = async () => {
    const source = await read();
    onProblem("problem" in source ? source.problem : null);
    if ("text" in source) download(source.text, file, mediaType);
  };
  return (
    <li className="saved-row">
      <span className="saved-folder" title={title}>
        {name}
      </span>
      <CopyButton label="Copy" name={name} read={read} onProblem={onProblem} />
      <button type="button" aria-label={`Download ${file}`} onClick={() => void save()}>
        Download
      </button>
    </li>
  );
}
