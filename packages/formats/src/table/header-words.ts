import { foldLetters } from '../dates/names.ts'
import type { ColumnRole } from '../programme.ts'

/** Headers that people write over a column, without accents: English, French, German, Spanish, Italian, Dutch. */
const words: Record<Exclude<ColumnRole, 'ignore'>, string> = {
  id: 'id, guid, uid, uuid, code, key, nr, no, number, nummer, numero, num, ref, reference, referenz, identifier, identifiant, kennung, codice, codigo',
  title:
    'title, titre, titel, titulo, titolo, name, nom, nombre, nome, naam, session, talk, event, show, concert, konzert, concierto, concerto, veranstaltung, evenement, evento, programmpunkt, programme, vortrag, spectacle, conference, sujet, thema, headline, what, was, quoi, activity, activite, session title, session name, talk title, event title, event name, proposal title, titre de la session, titel der veranstaltung, titulo de la sesion',
  subtitle:
    'subtitle, sous titre, untertitel, subtitulo, sottotitolo, ondertitel, job title, company, role, funktion, fonction, position, organisation, organization, affiliation, firma, entreprise, empresa, azienda, tagline, tag line, bedrijf, functie',
  description:
    'description, abstract, beschreibung, descripcion, descrizione, beschrijving, omschrijving, resume, resumen, riassunto, text, texte, texto, testo, tekst, inhalt, details, summary, zusammenfassung, kurzbeschreibung, bio, biography, biographie, biografie, biografia, content, contenu, contenido, contenuto, inhoud, body, infos, information, about, notes',
  date: 'date, datum, day, tag, jour, dia, fecha, data, giorno, dag, when, wann, quand, wochentag, start date, startdatum, date de debut, published, publication date, publish date, veroffentlicht, publie le, published at',
  start:
    'start, start time, starttime, starts, starts at, start at, begin, begins, beginn, beginning, debut, von, from, ab, inicio, comienzo, empieza, inizio, dalle, uhrzeit, time, times, heure, hora, ora, orario, horario, horaire, zeit, startzeit, tijd, begintijd, aanvang, heure de debut, hora de inicio, ora di inizio, anfang, timeslot, time slot, slot, when, stage time',
  end: 'end, end time, endtime, ends, ends at, end at, fin, bis, ende, endzeit, to, until, till, jusqu a, jusque, termine, fine, alle, einde, eindtijd, tot, finish, finishes, heure de fin, hasta, hora de fin, ora di fine, end date, enddatum, date de fin',
  duration:
    'duration, duree, dauer, lange, length, duracion, durata, duur, minutes, minuten, min, mins, minutos, minuti, hours, stunden, heures',
  place:
    'place, room, stage, venue, location, scene, salle, lieu, buhne, raum, ort, saal, sala, escenario, lugar, palco, luogo, zaal, podium, locatie, hall, halle, standort, space, espace, wo, where, ou, donde, dove, waar, spielort, veranstaltungsort, plek, aula, auditorium, room name, tent, zelt',
  hosts:
    'speaker, speakers, speaker name, speaker names, artist, artists, artiste, artistes, intervenant, intervenante, intervenants, intervenantes, intervenant e s, host, hosts, presenter, presenters, presented by, performer, performers, performed by, referent, referentin, referenten, referent in, redner, rednerin, kunstler, kunstlerin, sprecher, sprecherin, vortragende, vortragender, mitwirkende, ponente, ponentes, orador, oradores, artista, artistas, artisti, relatore, relatori, relatrice, spreker, sprekers, artiest, artiesten, band, act, acts, line up, lineup, author, authors, auteur, auteurs, autor, autoren, autore, moderator, moderation, avec, mit, with, con, met, by, who, wer, qui, dozent, leitung, people, musiker, dj',
  category:
    'category, categories, categorie, kategorie, kategorien, categoria, categorias, track, tracks, genre, genres, tags, tag, theme, themes, topic, topics, rubrique, rubrik, sparte, strang, genero, genere, stream, style, stil, label, labels, schlagworte, mots cles, keywords, thematique',
  type: 'type, typ, tipo, format, session type, session format, art, kind, soort, formato, veranstaltungsart, type de session, sessiontyp',
  language: 'language, languages, langue, langues, sprache, sprachen, idioma, lengua, lingua, taal, lang, locale',
  url: 'url, link, links, lien, website, web, webseite, site, site web, enlace, sito, homepage, page, webpage, href, linkedin, twitter, mastodon, instagram, facebook, github, bluesky, permalink, web address',
  image:
    'image, images, bild, picture, photo, foto, immagine, imagen, afbeelding, cover, avatar, logo, thumbnail, headshot, photo url, image url, picture url, cover image',
  latitude: 'lat, latitude, breitengrad, geogr breite, latitud, latitudine, breedtegraad',
  longitude: 'lon, lng, long, longitude, langengrad, geogr lange, longitud, longitudine, lengtegraad',
}

const phrases = Object.entries(words).flatMap(([role, list]) =>
  list.split(', ').map((phrase) => ({ role: role as ColumnRole, phrase, length: phrase.split(' ').length })),
)

export interface HeaderMatch {
  role: ColumnRole
  /** The longer the known phrase, the surer; a header that is nothing else is surest. */
  score: number
}

/** The roles that a header can mean, surest first. */
export function rolesOfHeader(header: string): HeaderMatch[] {
  if (header.length > 100) return []
  const wording = wordsOf(header)
  const best = new Map<ColumnRole, number>()
  for (const { role, phrase, length } of phrases) {
    if (!` ${wording} `.includes(` ${phrase} `)) continue
    const score = length * 2 + (wording === phrase ? 3 : 0)
    if (score > (best.get(role) ?? 0)) best.set(role, score)
  }
  return [...best].map(([role, score]) => ({ role, score })).sort((one, other) => other.score - one.score)
}

/** `startTime`, `start_time` and `Start-Time:` are the same words. */
export const wordsOf = (header: string) =>
  foldLetters(header.replaceAll(/([\p{Ll}])([\p{Lu}])/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll('ß', 'ss')
    .trim()
