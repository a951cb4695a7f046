import { Component, type ReactNode } from 'react'
import { ProblemNotice } from './problem-notice.tsx'

interface Props {
  /** When it changes, the failed screen is rendered again. */
  at: string
  children: ReactNode
}

/** An error boundary around a screen: the rest of the studio keeps working. */
export class ScreenBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error !== undefined) this.setState({ error: undefined })
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <ProblemNotice error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}
