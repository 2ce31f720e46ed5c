/** A page of a list with its envelope (interface §2.4). */
export function toPage(
  name: "tags" | "terminals",
  records: readonly object[],
  { limit, page }: { readonly limit: number; readonly page: number },
): object {
  return {
    [name]: records.slice((page - 1) * limit, page * limit),
    limit,
    page,
    count: records.length,
    page_count: Math.ceil(records.length / limit),
  };
}
