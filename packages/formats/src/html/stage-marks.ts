import { foldLetters } from '../dates/names.ts'
import { readWritten } from '../dates/written.ts'
import type { Days } from './days.ts'
import { type HtmlNode, nameOf } from './markup.ts'
import { ancestorsOf, type Page, textIn } from './page.ts'

/**
 * Answers the stage of an entry by the heading above it. A heading names a stage when it says so (“Main stage”, “Salle 2”), and
 * stays in force inside the element around it, so that lists side by side have their own.
 */
export function stageMarks(page: Page, days: Days, times: Set<HtmlNode>): (node: HtmlNode) => string | undefined {
  const timed = new Set([...times].flatMap((time) => [time, ...ancestorsOf(time)]))
  const marks = page.elements.flatMap((node, order) => {
    if (!/^(?:h[1-6]|caption|legend|summary)$/.test(nameOf(node)) || days.isMark(node)) return []
    const text = textIn(node)
    if (text === '' || text.length > 60 || readWritten(text).start !== undefined || timed.has(node)) return []
    return stageWords.test(foldLetters(text)) ? [{ node, order, text, around: ancestorsOf(node)[0] }] : []
  })
  return (node) => {
    const order = page.orderOf.get(node) ?? 0
    const ancestors = new Set(ancestorsOf(node))
    return marks.findLast((mark) => mark.order < order && mark.around && ancestors.has(mark.around))?.text
  }
}

const stageWords =
  /(?:^|[^\p{L}])(?:\p{L}*stage|\p{L}*room|hall|\p{L}*saal|\p{L}*raum|\p{L}*buhne|scene|salle|sala|zaal|podium|tent|zelt|chapiteau|auditorium|theat\p{L}+|track|branch|club|escenario|palco|lounge|foyer|studio|arena|pavilion)(?:[^\p{L}]|$)/u
