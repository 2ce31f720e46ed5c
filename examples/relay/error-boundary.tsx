import { Component, type ReactNode } from "react";

/** Shows the message of what its children throw, in their place. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override readonly state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { message } = this.state;
    return message === null ? this.props.children : <p role="alert">{message}</p>;
  }
}
