import { defineTexts } from '../../../../texts/define.ts'

export const texts = defineTexts({
  en: {
    address: 'Address',
    also: 'Also at',
    place: 'Show one place',
    everyPlace: 'All places',
    qr: 'QR code',
    qrOf: (url: string) => `QR code of ${url}`,
    svg: 'Download SVG',
    png: 'Download PNG',
    embed: 'Embed in a website',
    embedAbout: 'Paste this code where the website should show it.',
    view: 'View',
    views: { programme: 'Programme', day: 'Day', stage: 'Stage', now: 'Now and next' },
    copyEmbed: 'Copy the code',
    domain: 'Own domain',
    check: 'Check',
    checkFailed: 'The check failed. Try again in a moment.',
    states: {
      ok: (domain: string) => `${domain} leads here.`,
      unresolved: (domain: string) =>
        `${domain} has no public address. Create a DNS record that points to this service; it can take some hours until it is visible.`,
      elsewhere: (domain: string, at: string) => `${domain} resolves to ${at}, but another server answers there.`,
      unreachable: (domain: string, at: string) =>
        `${domain} resolves to ${at}, but no server answers there on port 443.`,
      insecure: (domain: string, at: string) =>
        `${domain} resolves to ${at}, but the server there has no valid certificate for this domain.`,
    },
    hidden: {
      draft: 'Visitors do not see it: this channel is a draft. Publish it to open its address.',
      private: 'Visitors do not see it: the broadcast is private.',
      off: 'Visitors do not see it: in the settings, the broadcast is not on the web.',
      unnamed: 'Visitors do not see it: it needs a short name, from which its address is made.',
    },
    settings: 'Open the settings',
  },
  fr: {
    address: 'Adresse',
    also: 'Aussi à',
    place: 'Montrer un seul lieu',
    everyPlace: 'Tous les lieux',
    qr: 'Code QR',
    qrOf: (url) => `Code QR de ${url}`,
    svg: 'Télécharger en SVG',
    png: 'Télécharger en PNG',
    embed: 'Intégrer dans un site',
    embedAbout: 'Collez ce code à l’endroit du site qui doit le montrer.',
    view: 'Vue',
    views: { programme: 'Programme', day: 'Jour', stage: 'Scène', now: 'Maintenant' },
    copyEmbed: 'Copier le code',
    domain: 'Domaine propre',
    check: 'Vérifier',
    checkFailed: 'La vérification a échoué. Réessayez dans un instant.',
    states: {
      ok: (domain) => `${domain} mène ici.`,
      unresolved: (domain) =>
        `${domain} n’a pas d’adresse publique. Créez un enregistrement DNS qui pointe vers ce service ; il peut mettre quelques heures à être visible.`,
      elsewhere: (domain, at) => `${domain} correspond à ${at}, mais un autre serveur y répond.`,
      unreachable: (domain, at) => `${domain} correspond à ${at}, mais aucun serveur n’y répond sur le port 443.`,
      insecure: (domain, at) =>
        `${domain} correspond à ${at}, mais le serveur n’y a pas de certificat valable pour ce domaine.`,
    },
    hidden: {
      draft: 'Les visiteurs ne le voient pas : ce canal est un brouillon. Publiez-le pour ouvrir son adresse.',
      private: 'Les visiteurs ne le voient pas : le projet est privé.',
      off: 'Les visiteurs ne le voient pas : selon les réglages, le projet n’est pas sur le web.',
      unnamed: 'Les visiteurs ne le voient pas : il lui faut un nom court, dont on fait son adresse.',
    },
    settings: 'Ouvrir les réglages',
  },
  es: {
    address: 'Dirección',
    also: 'También en',
    place: 'Mostrar un solo lugar',
    everyPlace: 'Todos los lugares',
    qr: 'Código QR',
    qrOf: (url) => `Código QR de ${url}`,
    svg: 'Descargar SVG',
    png: 'Descargar PNG',
    embed: 'Insertar en una web',
    embedAbout: 'Pegue este código donde la web deba mostrarlo.',
    view: 'Vista',
    views: { programme: 'Programa', day: 'Día', stage: 'Escenario', now: 'Ahora' },
    copyEmbed: 'Copiar el código',
    domain: 'Dominio propio',
    check: 'Comprobar',
    checkFailed: 'La comprobación ha fallado. Inténtelo de nuevo en un momento.',
    states: {
      ok: (domain) => `${domain} lleva aquí.`,
      unresolved: (domain) =>
        `${domain} no tiene dirección pública. Cree un registro DNS que apunte a este servicio; puede tardar unas horas en ser visible.`,
      elsewhere: (domain, at) => `${domain} corresponde a ${at}, pero allí responde otro servidor.`,
      unreachable: (domain, at) =>
        `${domain} corresponde a ${at}, pero allí no responde ningún servidor en el puerto 443.`,
      insecure: (domain, at) =>
        `${domain} corresponde a ${at}, pero allí el servidor no tiene un certificado válido para este dominio.`,
    },
    hidden: {
      draft: 'Los visitantes no lo ven: este canal es un borrador. Publíquelo para abrir su dirección.',
      private: 'Los visitantes no lo ven: el proyecto es privado.',
      off: 'Los visitantes no lo ven: según los ajustes, el proyecto no está en la web.',
      unnamed: 'Los visitantes no lo ven: necesita un nombre corto, con el que se forma su dirección.',
    },
    settings: 'Abrir los ajustes',
  },
})
