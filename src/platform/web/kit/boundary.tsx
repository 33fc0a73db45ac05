/** What something throws while it is drawn is told in its place, until it is drawn of something else. */
import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** What it is drawn of. */
  of: unknown;
  failed: ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  of: unknown;
  failed: boolean;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { of: this.props.of, failed: false };

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(of, state.of) ? null : { of, failed: false };
  }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.failed : this.props.children;
  }
}
