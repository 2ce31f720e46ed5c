/** What a roster can hold: it keeps its own place there. */
export interface RosterMember {
  /** For the roster. Below 0: it is in none. */
  position: number;
}

/**
 * Members that come and go by the ten thousand a second, in no order. It does what a `Set` does, and forgets them
 * altogether: V8 links each table that a `Set` or a `Map` has outgrown to the next one, so that a single one in the old
 * generation keeps all members of all later ones from being collected in the young one. With the answers of the
 * registry hanging on them, that cost a third of the throughput of lists.
 */
export class Roster<Member extends RosterMember> {
  readonly #members: Member[] = [];

  get size(): number {
    return this.#members.length;
  }

  add(member: Member): void {
    member.position = this.#members.push(member) - 1;
  }

  /** Takes a member out; false: it was not in. */
  remove(member: Member): boolean {
    if (member.position < 0) return false;
    const last = this.#members.pop();
    if (last !== undefined && last !== member) {
      this.#members[member.position] = last;
      last.position = member.position;
    }
    member.position = -1;
    return true;
  }

  /** The members of this moment: while they are visited, they may leave. */
  list(): readonly Member[] {
    return [...this.#members];
  }
}
