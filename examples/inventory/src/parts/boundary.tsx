import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What is shown in the place of children that fail. */
  readonly fallback: (failure: unknown) => ReactNode;
  /** With another value than before, the children are tried again. */
  readonly of?: unknown;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failure: { readonly cause: unknown } | null;
}

/** Keeps a failure to its own place: the rest of the page goes on. */
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

/** A value that may throw when it is read. */
export type Attempt<T> =
  | { readonly value: T; readonly failure?: undefined }
  | { readonly value?: undefined; readonly failure: unknown };

/** Reads a field that may have failed by itself. */
export function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() };
  } catch (failure) {
    return { failure };
  }
}
