import { type Complaint, Invalid, type WorkflowNode } from '@marquee/model'
import type { Rule } from './rule.ts'

/** Half-built workflows can be saved; an enabled one must hang together. */
export const workflowRule: Rule = {
  prepare({ after }) {
    if (after.status === 'enabled') {
      const complaints = graphComplaints(after.nodes as WorkflowNode[], after.entryNodeId)
      if (complaints.length > 0) throw new Invalid(complaints)
    }
    return after
  },
}

function graphComplaints(nodes: WorkflowNode[], entryNodeId: unknown): Complaint[] {
  const ids = nodes.map(({ id }) => id)
  const complaints: Complaint[] = []
  const requireNode = (id: unknown, pointer: string) => {
    if (typeof id === 'string' && !ids.includes(id))
      complaints.push({ pointer, code: 'unknown_node', message: 'names no node of the workflow' })
  }
  if (typeof entryNodeId !== 'string')
    complaints.push({ pointer: '/entryNodeId', code: 'required', message: 'is required to enable the workflow' })
  requireNode(entryNodeId, '/entryNodeId')
  nodes.forEach((node, index) => {
    if (ids.indexOf(node.id) !== index)
      complaints.push({ pointer: `/nodes/${index}/id`, code: 'duplicate', message: 'is the id of another node too' })
    requireNode(node.onSuccess, `/nodes/${index}/onSuccess`)
    requireNode(node.onError, `/nodes/${index}/onError`)
  })
  return complaints
}
