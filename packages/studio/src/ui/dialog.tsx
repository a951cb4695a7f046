import {
  type DrawerProps,
  type DrawerRootProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { useLayer } from './layers.ts'

/** A dialog. It covers all that were opened before it, wherever in the tree it is, and Escape closes only the topmost. */
export function Modal(props: ModalProps) {
  return <MantineModal {...props} {...useLayer(props)} />
}

/** A dialog at an edge of the window, in the same order. */
export function Drawer(props: DrawerProps) {
  return <MantineDrawer {...props} {...useLayer(props)} />
}

function DrawerRoot(props: DrawerRootProps) {
  return <MantineDrawer.Root {...props} {...useLayer(props)} />
}

Drawer.Root = DrawerRoot
Drawer.Overlay = MantineDrawer.Overlay
Drawer.Content = MantineDrawer.Content
Drawer.Header = MantineDrawer.Header
Drawer.Title = MantineDrawer.Title
Drawer.CloseButton = MantineDrawer.CloseButton
Drawer.Body = MantineDrawer.Body
