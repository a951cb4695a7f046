import type { AnyRecord } from '@marquee/model'
import { type ComponentType, lazy } from 'react'
import type { PlainKind } from '../../../kinds/declaration.ts'

export interface ExtraProps {
  record: AnyRecord
  /** The record with unsaved edits. */
  values: Record<string, unknown>
}

/** Below the form of a record. Loaded with the first record that has it. */
export const extras: Record<NonNullable<PlainKind['extra']>, ComponentType<ExtraProps>> = {
  channel: lazy(() => import('./channel/channel-links.tsx').then((module) => ({ default: module.ChannelLinks }))),
  framing: lazy(() => import('./media-framing.tsx').then((module) => ({ default: module.MediaFraming }))),
  invitation: lazy(() => import('./member-invitation.tsx').then((module) => ({ default: module.MemberInvitation }))),
  privacy: lazy(() => import('./contact-privacy.tsx').then((module) => ({ default: module.ContactPrivacy }))),
  sending: lazy(() => import('./campaign-sending.tsx').then((module) => ({ default: module.CampaignSending }))),
}

/** Beside the button that creates a record. */
export const actions: Record<NonNullable<PlainKind['actions']>, ComponentType> = {
  upload: lazy(() => import('./media-upload.tsx').then((module) => ({ default: module.MediaUpload }))),
}

/** Creates records in place of the form. */
export const creations: Record<
  NonNullable<PlainKind['creation']>,
  ComponentType<{ isOpen: boolean; onClose: () => void }>
> = {
  invite: lazy(() => import('./invite-dialog.tsx').then((module) => ({ default: module.InviteDialog }))),
}
