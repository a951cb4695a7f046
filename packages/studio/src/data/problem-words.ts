import type { ProblemCode } from '@marquee/sdk'
import { fieldErrorIn } from '../texts/field-errors.ts'

/**
 * The failures of the service in French and Spanish, by code. They are translated once, where responses arrive, so that
 * every notice and every field shows the language of the person. English is the language of the service.
 */
export const problems: Record<ProblemCode, { fr: string; es: string }> = {
  invalid: { fr: 'Une valeur n’est pas valable.', es: 'Un valor no es válido.' },
  invalid_id: { fr: 'Cet identifiant n’est pas valable.', es: 'Este identificador no es válido.' },
  invalid_json: { fr: 'La demande n’est pas du JSON valide.', es: 'La petición no es JSON válido.' },
  malformed_request: {
    fr: 'La demande est incomplète ou mal formée.',
    es: 'La petición está incompleta o mal formada.',
  },
  start_id_gone: {
    fr: 'La liste a changé entre-temps. Rechargez-la.',
    es: 'La lista ha cambiado mientras tanto. Vuelva a cargarla.',
  },
  sequence_ahead: { fr: 'Ce point de l’historique n’existe pas encore.', es: 'Ese punto del historial aún no existe.' },
  answer_too_large: { fr: 'La réponse serait trop volumineuse.', es: 'La respuesta sería demasiado grande.' },
  unauthenticated: { fr: 'Connectez-vous pour continuer.', es: 'Inicie sesión para continuar.' },
  plan_required: { fr: 'Votre offre ne le permet pas.', es: 'Su plan no lo permite.' },
  insufficient_scope: { fr: 'Cette clé n’en a pas le droit.', es: 'Esta clave no tiene permiso.' },
  insufficient_role: {
    fr: 'Votre rôle ne le permet pas. Demandez-le à un propriétaire.',
    es: 'Su rol no lo permite. Pídalo a un propietario.',
  },
  owner_required: { fr: 'Seul un propriétaire peut le faire.', es: 'Solo un propietario puede hacerlo.' },
  cross_site_request: { fr: 'La demande vient d’un autre site.', es: 'La petición viene de otro sitio.' },
  quota_exceeded: {
    fr: 'La limite est atteinte. Supprimez quelque chose, ou demandez une limite plus haute à l’opérateur.',
    es: 'Se ha alcanzado el límite. Elimine algo o pida un límite mayor al operador.',
  },
  not_found: { fr: 'Ceci n’existe pas ou a été supprimé.', es: 'Esto no existe o se ha eliminado.' },
  request_timeout: {
    fr: 'La demande a pris trop de temps. Réessayez.',
    es: 'La petición ha tardado demasiado. Inténtelo de nuevo.',
  },
  method_not_allowed: { fr: 'Cette action n’existe pas ici.', es: 'Esta acción no existe aquí.' },
  reference_taken: { fr: 'Cette référence est déjà utilisée.', es: 'Esta referencia ya se usa.' },
  value_taken: {
    fr: 'Cette valeur est déjà utilisée ; choisissez-en une autre.',
    es: 'Este valor ya se usa; elija otro.',
  },
  in_use: { fr: 'Ceci est utilisé ailleurs.', es: 'Esto se usa en otro lugar.' },
  conflicts: {
    fr: 'Cette modification crée un conflit au programme.',
    es: 'Este cambio crea un conflicto en el programa.',
  },
  job_running: { fr: 'Un travail identique est déjà en cours.', es: 'Ya hay un trabajo igual en curso.' },
  last_owner: { fr: 'Il doit rester au moins un propriétaire.', es: 'Debe quedar al menos un propietario.' },
  already_member: { fr: 'Cette personne est déjà membre.', es: 'Esta persona ya es miembro.' },
  webhook_inactive: { fr: 'Ce webhook est désactivé.', es: 'Este webhook está desactivado.' },
  workflow_disabled: { fr: 'Ce workflow est désactivé.', es: 'Este flujo está desactivado.' },
  run_ended: { fr: 'Cette exécution est déjà terminée.', es: 'Esta ejecución ya ha terminado.' },
  run_not_failed: { fr: 'Cette exécution n’a pas échoué.', es: 'Esta ejecución no ha fallado.' },
  onboarding_running: { fr: 'L’import du site est déjà en cours.', es: 'La importación del sitio ya está en curso.' },
  confirmation_required: {
    fr: 'Plus de 30 % du programme manque dans le fichier. Confirmez pour le retirer.',
    es: 'Falta más del 30 % del programa en el archivo. Confirme para retirarlo.',
  },
  import_closed: {
    fr: 'Cet import est déjà terminé ou abandonné.',
    es: 'Esta importación ya ha terminado o se descartó.',
  },
  import_outdated: {
    fr: 'Cette source a été importée entre-temps. Refaites l’aperçu.',
    es: 'Esta fuente se ha importado mientras tanto. Repita la vista previa.',
  },
  unreadable_file: { fr: 'Ce fichier est illisible.', es: 'Este archivo no se puede leer.' },
  restore_too_large: { fr: 'Cette restauration est trop volumineuse.', es: 'Esta restauración es demasiado grande.' },
  campaign_closed: {
    fr: 'Cette campagne est déjà partie ou annulée.',
    es: 'Esta campaña ya se ha enviado o cancelado.',
  },
  campaign_not_under_way: { fr: 'Cette campagne n’est pas en cours d’envoi.', es: 'Esta campaña no se está enviando.' },
  broadcast_private: { fr: 'Ce projet est privé.', es: 'Este proyecto es privado.' },
  idempotency_in_progress: { fr: 'La même demande est déjà en cours.', es: 'La misma petición ya está en curso.' },
  sequence_expired: { fr: 'L’historique ne remonte pas si loin.', es: 'El historial no llega tan atrás.' },
  file_gone: {
    fr: 'Le fichier de ce média n’existe plus : on ne peut pas le rétablir.',
    es: 'El archivo de este medio ya no existe, así que no se puede restaurar.',
  },
  precondition_failed: {
    fr: 'Quelqu’un d’autre a modifié ceci entre-temps.',
    es: 'Otra persona ha cambiado esto mientras tanto.',
  },
  body_too_large: { fr: 'C’est trop volumineux.', es: 'Es demasiado grande.' },
  unsupported_media_type: { fr: 'Ce type de fichier n’est pas accepté.', es: 'Este tipo de archivo no se acepta.' },
  range_not_satisfiable: { fr: 'Cette partie du fichier n’existe pas.', es: 'Esa parte del archivo no existe.' },
  expectation_failed: { fr: 'La demande ne peut pas être traitée ainsi.', es: 'La petición no se puede tratar así.' },
  idempotency_key_reused: {
    fr: 'Cette demande a déjà été faite autrement.',
    es: 'Esta petición ya se hizo de otro modo.',
  },
  rate_limited: {
    fr: 'Trop de demandes. Réessayez dans un instant.',
    es: 'Demasiadas peticiones. Inténtelo de nuevo en un momento.',
  },
  header_too_large: { fr: 'La demande est trop longue.', es: 'La petición es demasiado larga.' },
  internal: { fr: 'Une erreur est survenue de notre côté.', es: 'Se ha producido un error por nuestra parte.' },
  unavailable: {
    fr: 'Le service est indisponible. Réessayez dans un instant.',
    es: 'El servicio no está disponible. Inténtelo de nuevo en un momento.',
  },
  storage_full: {
    fr: 'Le disque est plein : rien ne peut être enregistré. Prévenez l’opérateur.',
    es: 'El disco está lleno: no se puede guardar nada. Avise al operador.',
  },
}

/** A response with its failure in a language. */
export async function translatedResponse(language: 'fr' | 'es', response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  return new Response(JSON.stringify(translated(language, await response.json())), { status, statusText, headers })
}

interface ProblemDocument {
  code: string
  errors?: { code: string; message: string }[]
}

/** A problem document with its sentences in a language. */
export function translated<P extends ProblemDocument>(language: 'fr' | 'es', problem: P): P {
  const detail = Object.hasOwn(problems, problem.code) ? problems[problem.code as ProblemCode][language] : undefined
  const errors = problem.errors?.map((error) => ({ ...error, message: fieldErrorIn(language, error) ?? error.message }))
  return { ...problem, ...(detail && { detail }), ...(errors && { errors }) }
}
