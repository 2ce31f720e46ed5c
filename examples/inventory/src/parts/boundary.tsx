import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What to show in place of children that fail. */
  readonly fallback: (failure: unknown) => ReactNode;
  /** The value that the children show. When it changes, they are rendered again after a failure. */
  readonly of?: unknown;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly cause: unknown } | null;
}

/** Contains a failure, so that the rest of the page still works. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(cause: unknown) {
    return { failure: { cause } };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.failure && before.of !== this.props.of) this.setState({ failure: null });
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.cause) : this.props.children;
  }
}

/** The result of reading a value that can throw. */
export type Attempt<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: unknown };

/** Reads a field, which throws if it failed. */
export function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
}
