import { type Answer, count, type Scene } from "../ask.ts";
import type { ListJournal, Place } from "../journal.ts";
import { cacheTtlSeconds } from "../stage.ts";
import { windowOf } from "./judge.ts";

/** The page before one that is counted. */
interface PageBefore {
  readonly list: ListJournal;
  readonly answer: Answer;
  /** The id of the row that its cursor stands for. */
  readonly anchor: string;
  readonly isForward: boolean;
}

/**
 * Counts a page, and whether it was whole. A page may come from a cache and be older than the one before it. The cursor's row has then moved
 * against what came and went, as if rows had been passed over. The gateway cannot tell, so that it warns is right.
 */
export function countPage(
  scene: Scene,
  client: string,
  answer: Answer,
  before: PageBefore | undefined,
): boolean {
  if (!answer.codes.includes("PAGE_DRIFT") || before === undefined || !mayDrift(before, answer)) {
    return count(scene, client, answer);
  }
  scene.tally.explained(client, "PAGE_DRIFT");
  const codes = answer.codes.filter((code) => code !== "PAGE_DRIFT");
  count(scene, client, { ...answer, codes });
  return false;
}

function mayDrift(before: PageBefore, answer: Answer): boolean {
  const { list, anchor, isForward } = before;
  const places = list.placesOf(anchor, windowOf(before.answer, cacheTtlSeconds));
  const now = list.placesOf(anchor, windowOf(answer, cacheTtlSeconds));
  return places.some((one) => now.some((other) => hasLeapt(one, other, isForward)));
}

/** So many rows that come on one side while as many go on the other can only make a walk repeat rows. */
const fewExchanged = 3;

/** Whether a row has moved by more than its list has grown or shrunk. */
function hasLeapt(before: Place, now: Place, isForward: boolean): boolean {
  const [move, growth] = [now.position - before.position, now.count - before.count];
  const [forth, back] = [move - Math.max(growth, 0), Math.min(growth, 0) - move];
  const [on, against] = isForward ? [forth, back] : [back, forth];
  return on > 0 || against > fewExchanged;
}
