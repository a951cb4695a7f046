import type { ShownInvitation } from './invitations.ts'

/** The mail with an invitation. Names are written by people, so each is kept to one line. */
export function invitationMail({ broadcast, invited_by, role }: ShownInvitation, url: string) {
  const name = oneLine(broadcast?.name ?? '')
  const who = oneLine(invited_by ?? '')
  const text = [
    `${who === '' ? 'You are invited' : `${who} invites you`} to work on “${name}” in Marquee, as ${roleNames[role ?? '']}.`,
    `Accept within a week:\n${url}`,
    'If you did not expect this invitation, ignore this mail.',
  ]
  return { subject: `Your invitation to ${name}`, text: `${text.join('\n\n')}\n` }
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 100)

const roleNames: Record<string, string> = { owner: 'an owner', editor: 'an editor', viewer: 'a viewer' }
