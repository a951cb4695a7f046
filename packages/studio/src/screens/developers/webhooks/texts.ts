import { defineTexts } from '../../../texts/define.ts'
import { en } from './texts-en.ts'
import { es } from './texts-es.ts'
import { fr } from './texts-fr.ts'

export const texts = defineTexts({ en, fr, es })
