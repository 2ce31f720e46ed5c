/** Of a list that could not be read whole: how many rows its envelope stated; null if that is unknown. */
export interface Incomplete {
  readonly recordsStated: number | null;
}
