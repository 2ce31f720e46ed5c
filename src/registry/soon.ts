/** What is there already, or comes by a promise. What is there need not cost a promise. */
export type Soon<T> = T | Promise<T>;

/** What is made of it, when it is there. */
export function whenThere<T, U>(soon: Soon<T>, make: (value: T) => U): Soon<U> {
  return soon instanceof Promise ? makeLater(soon, make) : make(soon);
}

async function makeLater<T, U>(later: Promise<T>, make: (value: T) => U): Promise<U> {
  return make(await later);
}

/** What work gives, or else what is made of the error that it throws or rejects with. */
export function recover<T>(work: () => Soon<T>, make: (error: unknown) => T): Soon<T> {
  try {
    const soon = work();
    return soon instanceof Promise ? recoverLater(soon, make) : soon;
  } catch (error) {
    return make(error);
  }
}

async function recoverLater<T>(later: Promise<T>, make: (error: unknown) => T): Promise<T> {
  try {
    return await later;
  } catch (error) {
    return make(error);
  }
}
