/** The language of a text that is not written in Latin letters, by its script. */
export function scriptLanguage(text: string): string | undefined {
  const sample = text.slice(0, 20_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [language, pattern] of scripts) if ((sample.match(pattern)?.length ?? 0) > letters * 0.4) return language
  return undefined
}

/** The first that matches wins: kana and the letters of one language come before the scripts that it shares with others. */
const scripts: [string, RegExp][] = [
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
]

/** The language whose function words are most frequent in a text; undefined when there are too few. */
export function guessLanguage(text: string): string | undefined {
  const words =
    text
      .slice(0, 50_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const counts = Object.entries(smallWords).map(([language, small]) => ({
    language,
    count: words.filter((word) => small.has(word)).length,
  }))
  const [first, second] = counts.sort((a, b) => b.count - a.count)
  return first && first.count >= 5 && first.count > (second?.count ?? 0) * 1.2 ? first.language : undefined
}

const set = (words: string) => new Set(words.split(' '))

/** Words that are frequent in one of the languages and rare in the others. */
const smallWords: Record<string, Set<string>> = {
  fr: set('le les des une du et est dans pour avec sur vous nous qui aux cette ce sont plus ou votre notre être'),
  en: set('the and of to is for with you we our your are this that from will be at it have not all by'),
  es: set('el los las una del y es en para con por que su nuestro más como este esta son sus al todos'),
  de: set('der die das und ist für mit von den dem ein eine wir sie auf nicht im zu auch werden oder bei ihr'),
  it: set('il gli della di che per con una sono nel alla dei questo anche più come delle è non dal degli'),
  pt: set('o os uma do da em para com não que mais dos das são você ao pela pelo como nosso também às'),
  nl: set('de het een van en voor met op zijn niet aan ook je bij wordt naar door deze onze uit dat te'),
  sk: set('je sa na že ako pre sú alebo bude ktoré ktorý aj čo pri nás od po vás môžete kde tiež sme si'),
  cs: set('je se na že jako pro jsou nebo bude které který také co při nás od po vás můžete kde jsme si ve'),
  pl: set('się jest na że jak dla są lub będzie które który także co przy nas od po oraz można gdzie nie z do'),
  hu: set('az és egy hogy nem van is meg vagy lesz minden ez mint csak már ha még között'),
  ro: set('și în pe pentru este cu sunt din care mai va fi nu sau ale prin către acest'),
  hr: set('je se na da za su ili će koji koje također što pri od po uz gdje smo'),
  sv: set('och att det som för med på är av till har den inte från ett du vi eller om'),
  da: set('og at det som for med på er af til har den ikke fra et du vi eller om blev'),
  nb: set('og at det som for med på er av til har den ikke fra et du vi eller om ble'),
  fi: set('ja on että ei se myös ovat kun tai sekä joka kuin mutta ole voi'),
  tr: set('ve bir bu için ile da de olan olarak çok daha gibi en sonra kadar'),
  ca: set('el els les una del i és amb per que són aquest aquesta més com dels també al'),
}
