/** What takes memory, and may take more as it is used. */
export interface Occupant {
  readonly bytes: number;
  /** How much more it will take, probably, while it is used. */
  readonly growth: number;
}

/** The memory that something takes which is being read, and will take while it is used. */
export interface Share {
  bytes: number;
  /** Whether somebody waits for it who keeps others from being given up meanwhile. */
  readonly isUrgent: () => boolean;
}

/** So much is read at once: more would not be read sooner, and would leave others less of the registry. */
const mostShares = 4;

interface Place {
  bytes: number;
  users: number;
  isKept: boolean;
}

interface Entrance {
  readonly share: Share;
  readonly open: () => void;
}

/**
 * Memory within a bound: what is kept for the next user, what somebody still uses although it is not kept any more, and what is
 * being read. What is to be read waits for room in turn; of what is kept, the least recently used is given up for it. What is
 * larger than the bound is read when nothing else takes room.
 */
export class Room<Member extends Occupant> {
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #kept = new Map<string, Member>();
  readonly #places = new Map<Member, Place>();
  readonly #shares = new Set<Share>();
  readonly #queue: Entrance[] = [];
  #placesBytes = 0;
  #keptBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** All that takes room. */
  get bytes(): number {
    return this.#placesBytes + this.#sharesBytes;
  }

  get reading(): number {
    return this.#shares.size;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** What is kept, by name. */
  get kept(): ReadonlyMap<string, Member> {
    return this.#kept;
  }

  /** How much what takes so many bytes may grow by before it cannot be kept any more; infinite: it cannot be as it is. */
  roomBeside(bytes: number): number {
    return bytes > this.#maxBytes ? Number.POSITIVE_INFINITY : this.#maxBytes - bytes;
  }

  /** Whether there could be room for another one like this. */
  hasRoomForTwo(member: Member): boolean {
    return 2 * member.bytes <= this.#maxBytes;
  }

  /** Resolves when there is room for a share, or when it leaves. */
  enter(share: Share): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push({ share, open: resolve });
    this.#startNext();
    return promise;
  }

  /** A share needs no room any more, or none after all. */
  leave(share: Share): void {
    this.#shares.delete(share);
    const place = this.#queue.findIndex((entrance) => entrance.share === share);
    if (place >= 0) this.#queue.splice(place, 1)[0]?.open();
    this.#startNext();
  }

  /** Somebody begins to use a member: the first is who brings it. */
  use(member: Member): void {
    const place = this.#places.get(member) ?? { bytes: 0, users: 0, isKept: false };
    place.users += 1;
    this.#places.set(member, place);
    this.#measure(member, place);
  }

  /** One of those who used a member does not any more. */
  release(member: Member): void {
    const place = this.#places.get(member);
    if (place === undefined) return;
    place.users -= 1;
    this.#measure(member, place);
    this.#forgetUnused(member, place);
    this.#makeRoom(0);
    this.#startNext();
  }

  /** Keeps a member that is in use for the next who asks for it, if it is not larger than all the room. */
  keep(name: string, member: Member): void {
    this.drop(name);
    const place = this.#places.get(member);
    if (place === undefined || place.bytes > this.#maxBytes) return;
    place.isKept = true;
    this.#keptBytes += place.bytes;
    this.#kept.set(name, member);
    this.#makeRoom(0);
  }

  /** The member that is kept by a name, which thereby is the most recently used. */
  take(name: string): Member | undefined {
    const member = this.#kept.get(name);
    if (member === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, member);
    return member;
  }

  /** What has a name is kept no longer. */
  drop(name: string): void {
    const member = this.#kept.get(name);
    const place = member && this.#places.get(member);
    if (member === undefined || place === undefined) return;
    this.#kept.delete(name);
    place.isKept = false;
    this.#keptBytes -= place.bytes;
    this.#forgetUnused(member, place);
  }

  /** Looks how much room all takes by now, and makes some where that is too much. */
  lookAround(): void {
    for (const [member, place] of this.#places) this.#measure(member, place);
    this.#makeRoom(0);
    this.#startNext();
  }

  get #sharesBytes(): number {
    return this.#shares.values().reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** What is still to be expected of those that are in use. */
  get #growth(): number {
    return this.#places
      .entries()
      .reduce((sum, [{ growth }, { users }]) => sum + (users > 0 ? growth : 0), 0);
  }

  #measure(member: Member, place: Place): void {
    const growth = member.bytes - place.bytes;
    place.bytes += growth;
    this.#placesBytes += growth;
    if (place.isKept) this.#keptBytes += growth;
  }

  #forgetUnused(member: Member, { bytes, users, isKept }: Place): void {
    if (users > 0 || isKept) return;
    this.#places.delete(member);
    this.#placesBytes -= bytes;
  }

  /** Gives up as much of what is kept as has to be for so many bytes more; what of that is in use takes its room until it is not. */
  #makeRoom(bytes: number): void {
    const rest = this.#maxBytes - this.#sharesBytes - bytes;
    for (const name of this.#kept.keys()) {
      if (this.#keptBytes <= rest) return;
      this.drop(name);
    }
  }

  #startNext(): void {
    for (let next = this.#nextInTurn(); next !== undefined; next = this.#nextInTurn()) {
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#shares.add(next.share);
      next.open();
    }
  }

  /** The first in turn, when there is room for it; before it, one for which somebody waits who holds on to others. */
  #nextInTurn(): Entrance | undefined {
    const urgent = this.#queue.find(({ share }) => share.isUrgent());
    const next = urgent ?? this.#queue[0];
    if (next === undefined || this.#shares.size >= mostShares) return undefined;
    const bytes = next.share.bytes + this.#growth;
    const isAlone = this.#shares.size === 0;
    // To give up others would not help as long as those are read that are.
    if (!isAlone && this.#sharesBytes + bytes > this.#maxBytes) return undefined;
    this.#makeRoom(bytes);
    const hasRoom = this.bytes === 0 || this.bytes + bytes <= this.#maxBytes;
    // What is in use may be in use by those who wait for this one.
    return hasRoom || (isAlone && urgent !== undefined) ? next : undefined;
  }
}
