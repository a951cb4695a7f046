import type { KindDeclaration } from '../declaration.ts'

export const importSource: KindDeclaration = {
  kind: 'importSource',
  texts: {
    en: { one: 'Import source', many: 'Import sources' },
    fr: { one: 'Source d’import', many: 'Sources d’import' },
    es: { one: 'Fuente de importación', many: 'Fuentes de importación' },
  },
  fieldNames: {
    timeZone: ['Time zone', 'Fuseau horaire', 'Zona horaria'],
    columns: ['Columns', 'Colonnes', 'Columnas'],
    rows: ['Rows', 'Lignes', 'Filas'],
    rules: ['Rules', 'Règles', 'Reglas'],
    mode: ['New versions', 'Nouvelles versions', 'Versiones nuevas'],
    intervalMinutes: ['Minutes between checks', 'Minutes entre deux lectures', 'Minutos entre lecturas'],
    headers: ['Request headers', 'En-têtes de requête', 'Cabeceras de la petición'],
    enabled: ['Enabled', 'Activée', 'Activada'],
    lastImportId: ['Last import', 'Dernier import', 'Última importación'],
    lastCheckedAt: ['Last check', 'Dernière lecture', 'Última lectura'],
    lastError: ['Last error', 'Dernière erreur', 'Último error'],
    etag: ['ETag', 'ETag', 'ETag'],
    digest: ['Digest of the file', 'Empreinte du fichier', 'Huella del archivo'],
    hookVersion: ['Version of the hook', 'Version de l’appel', 'Versión de la llamada'],
    lastModified: ['Last modified', 'Dernière modification', 'Última modificación'],
  },
  choiceNames: {
    'rows.sessions': ['Sessions', 'Sessions', 'Sesiones'],
    'rows.places': ['Places', 'Lieux', 'Lugares'],
    'mode.auto': ['Apply at once', 'Appliquer aussitôt', 'Aplicar de inmediato'],
    'mode.approve': ['Ask for approval', 'Demander l’approbation', 'Pedir aprobación'],
  },
}
