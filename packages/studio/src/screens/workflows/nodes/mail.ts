import { IconMail } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

/** A mail to people that the workflow names. */
export const mail: NodeDeclaration = {
  texts: {
    en: { name: 'Send a mail', hint: 'To the team, by the mail server of the service' },
    fr: { name: 'Envoyer un courriel', hint: 'À l’équipe, par le serveur de courriel du service' },
    es: { name: 'Enviar un correo', hint: 'Al equipo, por el servidor de correo del servicio' },
  },
  icon: IconMail,
  color: 'violet',
  idBase: 'mail',
  condition: () => 'last.refused.length === 0',
  initial: { format: { type: 'enum', value: 'text' } },
  summary: (setting) => setting('subject') || setting('to'),
  fields: [
    {
      label: ['To', 'À', 'Para'],
      path: ['to'],
      type: 'any',
      form: 'text',
      placeholder: 'ada@festival.example, bo@festival.example',
      isRequired: true,
      example: "['ada@festival.example', input.body.email]",
    },
    {
      label: ['Subject', 'Objet', 'Asunto'],
      path: ['subject'],
      type: 'string',
      form: 'text',
      isRequired: true,
      example: "'Changed: ' + input.record.title",
    },
    {
      label: ['Text', 'Texte', 'Texto'],
      path: ['text'],
      type: 'string',
      form: 'long',
      isRequired: true,
      example: "input.record.title + ' was changed: ' + input.fields.join(', ')",
    },
    {
      label: ['Format', 'Format', 'Formato'],
      path: ['format'],
      type: 'enum',
      form: 'choice',
      choices: [
        { value: 'text', label: ['Plain text', 'Texte simple', 'Texto sin formato'] },
        { value: 'markdown', label: ['Markdown', 'Markdown', 'Markdown'] },
      ],
      isRare: true,
      example: "'markdown'",
    },
    {
      label: ['Reply to', 'Répondre à', 'Responder a'],
      path: ['replyTo'],
      type: 'string',
      form: 'text',
      placeholder: 'desk@festival.example',
      isRare: true,
      example: "'desk@festival.example'",
    },
  ],
}
