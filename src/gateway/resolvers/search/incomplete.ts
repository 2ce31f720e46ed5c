import type { Subject } from "../../../registry-client/records.ts";
import type { Snapshot } from "../../list/whole/snapshot.ts";
import type { GatewayContext } from "../request/context.ts";

/**
 * Warns the caller if a list could not be read whole, so that records may be missing from what was
 * made of it.
 */
export function warnIfIncomplete(
  { subject, records, incomplete }: Snapshot<Subject>,
  context: GatewayContext,
): void {
  if (incomplete === null) return;
  const { recordsStated } = incomplete;
  const recordsRead = records.length;
  // As many records as the envelope states may still not be all of them, and "3000 of 3000" would
  // deny that.
  const stated =
    recordsStated !== null && recordsStated > recordsRead ? ` of ${recordsStated}` : "";
  context.warn({
    code: "LIST_INCOMPLETE",
    message: `The registry's list of ${subject}s could not be read whole, so records may be missing: ${recordsRead}${stated} were read. Try again in a moment.`,
    list: `${subject}s`,
    recordsRead,
    recordsStated,
  });
}
