import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EditorPicker } from '../fields/editor.tsx'
import { LanguageProvider, useCommon } from '../texts/language.tsx'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { layers } from '../ui/layers.ts'
import { DateLanguage } from './date-language.tsx'
import { editorFor } from './editors.ts'
import { nonce } from './nonce.ts'
import { createClient } from './query-client.ts'
import { createStudioRouter } from './routes.tsx'
import { cssVariables, themeWith } from './theme.ts'

const client = createClient()
const router = createStudioRouter(client)

export function App() {
  return (
    <LanguageProvider>
      <Studio />
    </LanguageProvider>
  )
}

function Studio() {
  const common = useCommon()
  const theme = useMemo(() => themeWith(common), [common])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <DateLanguage>
        <QueryClientProvider client={client}>
          <ConfirmProvider>
            <Notifications position="bottom-right" zIndex={layers.notification} />
            <EditorPicker value={editorFor}>
              <RouterProvider router={router} />
            </EditorPicker>
          </ConfirmProvider>
        </QueryClientProvider>
      </DateLanguage>
    </MantineProvider>
  )
}
