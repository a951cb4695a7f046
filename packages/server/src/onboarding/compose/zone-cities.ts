import { countOf } from './zone-countries.ts'

/** The zone of a city: one that a zone is named after, or another large one. */
export const zoneOfCity = (city: string): string | undefined => zones().get(folded(city))

/** The cities that a text names, the most frequent first. */
export function citiesIn(text: string): string[] {
  const sample = folded(text.slice(0, 50_000))
  return [...zones().keys()]
    .map((city) => ({ city, count: city.length > 3 && !isWord.has(city) ? countOf(sample, city) : 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ city }) => city)
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Names of cities that are also words, names of people or of other things. */
const isWord = new Set(
  'center nome vincent troll easter apia fiji casey davis jersey knox phoenix metlakatla chatham currie jamaica aden mayotte reunion midway wake marengo'.split(
    ' ',
  ),
)

let known: Map<string, string> | undefined

function zones(): Map<string, string> {
  known ??= new Map([
    ...Intl.supportedValuesOf('timeZone')
      .filter((zone) => /^(?:Europe|America|Asia|Africa|Australia|Pacific|Atlantic)\//.test(zone))
      .map((zone) => [folded((zone.split('/').at(-1) ?? '').replaceAll('_', ' ')), zone] as const),
    ...Object.entries(others).flatMap(([zone, cities]) =>
      cities.split(', ').map((city) => [folded(city), zone] as const),
    ),
  ])
  return known
}

/** Large cities of events that no zone is named after, and names in other languages. */
const others: Record<string, string> = {
  'Europe/Paris': 'Lyon, Marseille, Lille, Nantes, Toulouse, Bordeaux, Strasbourg, Rennes, Montpellier, Grenoble',
  'Europe/Brussels': 'Bruxelles, Brussel, Antwerp, Antwerpen, Ghent, Gent, Liège',
  'Europe/Zurich': 'Zürich, Genève, Geneva, Lausanne, Basel, Bern, Montreux',
  'Europe/Berlin':
    'Köln, Cologne, München, Munich, Hamburg, Frankfurt, Leipzig, Dresden, Düsseldorf, Stuttgart, Nürnberg, Hannover, Kiel',
  'Europe/Vienna': 'Wien, Linz, Graz, Salzburg, Innsbruck',
  'Europe/Rome': 'Roma, Milano, Milan, Torino, Turin, Bologna, Firenze, Florence, Napoli',
  'Europe/Madrid': 'Barcelona, Valencia, Sevilla, Bilbao, Málaga, Zaragoza',
  'Europe/Amsterdam': 'Rotterdam, Utrecht, Eindhoven, Den Haag, Groningen',
  'Europe/London': 'Manchester, Edinburgh, Glasgow, Birmingham, Bristol, Leeds, Liverpool, Cardiff, Brighton',
  'Europe/Prague': 'Praha, Brno, Ostrava, Plzeň, Olomouc',
  'Europe/Bratislava': 'Košice, Žilina, Trenčín, Banská Bystrica, Nitra',
  'Europe/Warsaw': 'Warszawa, Kraków, Gdańsk, Wrocław, Poznań, Katowice',
  'Europe/Copenhagen': 'København, Aarhus, Roskilde',
  'Europe/Stockholm': 'Göteborg, Gothenburg, Malmö',
  'Europe/Helsinki': 'Tampere, Turku, Espoo',
  'Europe/Lisbon': 'Lisboa, Porto, Coimbra',
  'Europe/Athens': 'Thessaloniki',
  'Asia/Jerusalem': 'Tel Aviv, Haifa, תל אביב, ירושלים, חיפה',
  'Asia/Taipei': '台北, 臺北, Hsinchu, Taichung, Kaohsiung',
  'Asia/Tokyo': '東京, Osaka, Kyoto, Fukuoka, Yokohama',
  'Asia/Shanghai': 'Beijing, Shenzhen, Guangzhou, 北京, 上海',
  'Asia/Kolkata': 'Bangalore, Bengaluru, Mumbai, New Delhi, Hyderabad, Chennai, Pune',
  'America/New_York': 'Boston, Washington DC, Philadelphia, Miami, Atlanta, Pittsburgh, Orlando, Brooklyn',
  'America/Chicago': 'Austin, Dallas, Houston, Minneapolis, Nashville, New Orleans, St. Louis, Milwaukee',
  'America/Denver': 'Salt Lake City, Boulder',
  'America/Los_Angeles': 'San Francisco, Seattle, San Diego, Las Vegas, San Jose, Oakland, Mountain View',
  'America/Toronto': 'Montréal, Montreal, Ottawa, Québec',
  'America/Sao_Paulo': 'São Paulo, Rio de Janeiro, Brasília',
  'Australia/Sydney': 'Canberra',
}
