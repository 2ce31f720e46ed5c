/** A request's text: its document and its variables as JSON. */
export interface RequestText {
  readonly query: string;
  readonly variables: string;
}
